"""The worker's client: requests, stopped searches, dead workers."""

from saltus.protocol import request

from tests.support.node_client import NodeClient


def test_each_reply_reaches_its_request(client: NodeClient) -> None:
    answers = client.does(
        "return Promise.all(['rock', 'gambit', 'roman'].map((game) => engine.request('moves', { game })))"
    )
    assert [len(answer["moves"]) > 0 for answer in answers] == [True] * 3
    assert len({len(answer["moves"]) for answer in answers}) > 1


def test_later_downloads_do_not_count_as_start_progress(client: NodeClient) -> None:
    told = client.does(
        """const told = [];
        await engine.start((loaded) => told.push(loaded));
        const before = told.length;
        engine.handle.worker.dispatchEvent(new MessageEvent('message', { data: { loaded: 1 } }));
        return [before, told.length];"""
    )
    assert told[0] == told[1] > 0


def test_refusal_has_its_code(client: NodeClient) -> None:
    assert client.refusal("moves", game="chess") == "unknown-game"
    assert client.refusal("sing") == "unknown-op"


def test_requests_are_answered_during_a_search(client: NodeClient) -> None:
    order = client.does(
        """const order = [];
        await engine.request('new', { game: 'rock' });
        const search = engine.request('think', { time: 600 }).then(() => order.push('think'));
        await engine.request('moves', { game: 'gambit' }).then(() => order.push('moves'));
        await engine.request('stop').then(() => order.push('stop'));
        await search;
        return order;"""
    )
    assert sorted(order) == ["moves", "stop", "think"]
    assert order[0] == "moves"


def test_abort_signal_stops_a_search_which_replies_with_its_best_move(client: NodeClient) -> None:
    thought = client.does(
        """await engine.request('new', { game: 'english' });
        const controller = new AbortController();
        let told = 0;
        const onprogress = () => { told++; controller.abort(); };
        const reply = await engine.request('think', { time: 600 }, { signal: controller.signal, onprogress });
        return { ...reply, told };"""
    )
    assert thought["told"] > 0
    assert thought["path"] in [move["path"] for move in client.ask("state")["moves"]]


LIVE_A_LITTLE = """
    await engine.request('new', { game: 'rock', clock: { initial: 60, increment: 1 } });
    for (let ply = 0; ply < 4; ply++) {
      const { moves } = await engine.request('state');
      await engine.request('play', { path: moves[ply].path, spent: 1.5 });
    }
    await engine.request('undo');
    const before = await engine.request('state');
"""


def test_dead_worker_is_replaced_by_one_that_knows_the_match(client: NodeClient) -> None:
    before, after = client.does(
        LIVE_A_LITTLE
        + """const back = new Promise((resolve) => { engine.onrestart = resolve; });
        engine.handle.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
        await back;
        return [before, await engine.request('state')].map(({ id, ...state }) => state);"""
    )
    assert after == before
    assert before["ply"] == 3
    assert before["can_redo"]


def test_replaced_worker_sets_up_the_same_random_start(client: NodeClient) -> None:
    before, after = client.does(
        """const before = await engine.request('new', { game: 'roman', setup: 'random' });
        const back = new Promise((resolve) => { engine.onrestart = resolve; });
        engine.handle.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
        await back;
        return [before, await engine.request('state')].map(({ id, ...state }) => state);"""
    )
    assert after == before


def test_silent_worker_is_replaced_and_gets_the_request_again(client: NodeClient) -> None:
    before, after, needs_whole = client.does(
        LIVE_A_LITTLE
        + """const first = engine.handle;
        first.worker.terminate();
        const answer = engine.request('state');
        for (let second = 0; second < 10 && engine.handle === first; second++) engine.tick();
        return [...[before, await answer].map(({ id, ...state }) => state), engine.needsWhole];"""
    )
    assert after == before
    assert not needs_whole, "it has not crashed"


def test_long_thinking_worker_is_not_replaced(client: NodeClient) -> None:
    same = client.does(
        """await engine.request('new', { game: 'english' });
        const { handle } = engine;
        const search = engine.request('think', { time: 600 });
        const reset = handle.onsign;
        for (let second = 0; second < 30; second++) {
          engine.tick();
          await new Promise((resolve) => {
            handle.onsign = () => { reset(); resolve(); };
          });
        }
        await engine.request('stop');
        await search;
        return engine.handle === handle;"""
    )
    assert same


def test_request_that_kills_two_workers_is_refused(client: NodeClient) -> None:
    code, alive = client.does(
        """const answer = engine.request('state').catch((error) => error.code);
        for (let death = 0; death < 2; death++) {
          const back = new Promise((resolve) => { engine.onrestart = resolve; });
          engine.handle.onreply = () => {};
          engine.handle.worker.dispatchEvent(new ErrorEvent('error', { cancelable: true }));
          if (death === 0) {
            await back;
            engine.handle.onreply = () => {};
          } else engine.onrestart = () => {};
        }
        const code = await answer;
        return [code, (await engine.request('games')).ok];"""
    )
    assert code == "engine-lost"
    assert alive


# -- no question waits for ever -----------------------------------------------------------------------------


def test_a_match_that_cannot_be_replayed_is_told_once(client: NodeClient) -> None:
    """A worker that ends while it is given the match has no successor until the player asks for one."""
    lost, workers = client.does(
        """let workers = 0;
        const spawn = engine.spawn.bind(engine);
        engine.spawn = () => {
          workers++;
          const handle = spawn();
          const { send } = handle;
          handle.send = (text) => {
            if (text !== 'the match') return send.call(handle, text);
            handle.rest = 'missing';
            setTimeout(() => handle.die('a part is missing'));
          };
          return handle;
        };
        engine.journal = ['the match'];
        const lost = new Promise((resolve) => { engine.onlost = resolve; });
        engine.replace('a test');
        return [(await lost).code, workers];"""
    )
    assert (lost, workers) == ("not-loaded", 1)


def test_worker_that_fails_to_start_after_a_death_is_given_up(client: NodeClient) -> None:
    lost = client.does(
        """globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} };
        const waits = [];
        window.setTimeout = (run) => waits.push(run);
        const lost = new Promise((resolve) => { engine.onlost = resolve; });
        engine.handle.worker.dispatchEvent(new ErrorEvent('error', { cancelable: true }));
        const asked = engine.request('state').catch((error) => error.code);
        for (const run of waits) run();
        return [(await lost).code, await asked];"""
    )
    assert lost == ["engine-lost", "engine-lost"]


def test_overlong_request_is_refused_before_it_is_sent(client: NodeClient) -> None:
    """The limit is on the JSON text, in which a line break takes two characters, and a CRLF four."""
    most = client.does("return (await load('lib/limits.js')).MAX_REQUEST_CHARS")
    assert most == request.MAX_REQUEST_CHARS
    fits, spread = (most - 1000) * "x", (most // 2 - 500) * "\r\n"
    assert client.refusal("contents", text=fits, game="english") != "too-large"
    for text in (most * "x", spread):
        assert client.refusal("load", text=text) == "too-large"
    assert client.ask("games")["ok"]
    said = client.does("return engine.request('load', { text: given }).catch((error) => error.details)", most * "x")
    assert said["said"]["key"] == "share.long"


def test_error_without_an_id_goes_to_the_longest_request(client: NodeClient) -> None:
    """Only an unreadable request gets such an error."""
    codes = client.does(
        """engine.handle.worker.postMessage = () => {};
        const asked = ['short', 'x'.repeat(1000), 'longer'].map((text) =>
          engine.request('contents', { text }).catch((error) => error.code));
        engine.hear({ id: null, ok: true });
        engine.hear({ id: null, ok: false, error: { code: 'bad-json', message: 'what is this?' } });
        return Promise.race([asked[1], Promise.race([asked[0], asked[2]])]);"""
    )
    assert codes == "bad-json"
    assert client.does("return engine.pending.size") == 2


LOSE = """const { onreply } = engine.handle;
    engine.handle.onreply = (text) => { if (JSON.parse(text).event) onreply(text); };
"""
"""Loses replies on their way. The worker itself is well."""


def test_request_whose_reply_is_lost_is_refused(client: NodeClient) -> None:
    """Also during a search, whose own reply is not lost. If it is lost too, it is refused once the worker is idle."""
    codes = client.does(
        """await engine.request('new', { game: 'english' });"""
        + LOSE
        + """const code = (error) => error.code;
        const search = engine.request('think', { time: 600 }).catch(code);
        const found = [await engine.request('state').catch(code)];
        found.push(engine.pending.size);
        engine.request('stop').catch(code);
        found.push(await search);
        engine.handle.onreply = onreply;
        return [...found, (await engine.request('state')).ok];"""
    )
    assert codes == ["unanswered", 1, "unanswered", True]


def test_a_pong_says_nothing_of_a_request_that_was_sent_after_its_ping(client: NodeClient) -> None:
    """A busy machine answers a ping late: by then another request and another ping may be on their way."""
    found = client.does(
        """const code = (error) => error.code;
        const before = engine.request('moves', { game: 'rock' }).then(({ ok }) => ok, code);
        for (let second = 0; second < 2; second++) engine.tick();
        const after = engine.request('moves', { game: 'gambit' }).then(({ ok }) => ok, code);
        for (let second = 0; second < 2; second++) engine.tick();
        return [engine.pings, await before, await after];"""
    )
    assert found == [2, True, True]


def test_stalled_table_download_is_repeated_past_the_cache(client: NodeClient) -> None:
    came = client.does(
        """const real = window.fetch;
        const asked = [];
        window.setTimeout = (done, ...more) => queueMicrotask(done);
        window.fetch = (address, how) => new Promise((_, reject) => {
          asked.push(how.cache);
          how.signal.addEventListener('abort', () => reject(how.signal.reason));
        });
        const first = await engine.supply('gambit');
        window.fetch = (address, how) => { asked.push(how.cache); return real(address, { cache: how.cache }); };
        return [first, await engine.supply('gambit'), asked];"""
    )
    assert came == [False, True, ["default", "reload"]]


def test_every_request_for_a_table_waits_until_the_rules_have_it(client: NodeClient) -> None:
    """The second request finds the download under way: what is asked next must have the table all the same."""
    early, found = client.does(
        """const real = window.fetch;
        let go;
        const gate = new Promise((open) => { go = open; });
        window.fetch = async (...how) => { await gate; return real(...how); };
        const { rows, side, options } = await engine.request('new', { game: 'rock' });
        let supplied = 0;
        const ask = async () => {
          const isNew = await engine.supply('rock-openings');
          supplied++;
          const { book } = await engine.request('openings', { game: 'rock', rows, side, options });
          return [isNew, book];
        };
        const all = [ask(), ask()];
        await new Promise((done) => setTimeout(done));
        const early = supplied;
        go();
        return [early, await Promise.all(all)];"""
    )
    assert early == 0
    assert found == [[True, True], [False, True]]
