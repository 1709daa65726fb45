"""The client of the worker: questions, searches that are stopped, workers that die."""

from client import Client


def test_answers_come_to_those_who_asked(client: Client) -> None:
    answers = client.does(
        "return Promise.all(['rock', 'gambit', 'roman'].map((game) => engine.request('moves', { game })))"
    )
    assert [len(answer["moves"]) > 0 for answer in answers] == [True] * 3
    assert len({len(answer["moves"]) for answer in answers}) > 1


def test_what_is_fetched_after_the_start_is_not_told_as_its_progress(client: Client) -> None:
    told = client.does(
        """const told = [];
        await engine.start((loaded) => told.push(loaded));
        const before = told.length;
        engine.life.worker.dispatchEvent(new MessageEvent('message', { data: { loaded: 1 } }));
        return [before, told.length];"""
    )
    assert told[0] == told[1] > 0


def test_refusal_has_its_code(client: Client) -> None:
    assert client.refusal("moves", game="chess") == "unknown-game"
    assert client.refusal("sing") == "unknown-op"


def test_questions_are_answered_while_a_search_runs(client: Client) -> None:
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


def test_signal_stops_a_search_which_answers_with_what_it_has(client: Client) -> None:
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


def test_worker_that_died_is_replaced_by_one_that_knows_the_match(client: Client) -> None:
    before, after = client.does(
        LIVE_A_LITTLE
        + """const back = new Promise((resolve) => { engine.onrestart = resolve; });
        engine.life.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
        await back;
        return [before, await engine.request('state')].map(({ id, ...state }) => state);"""
    )
    assert after == before
    assert before["ply"] == 3
    assert before["can_redo"]


def test_worker_that_takes_over_sets_up_what_was_drawn(client: Client) -> None:
    before, after = client.does(
        """const before = await engine.request('new', { game: 'roman', setup: 'random' });
        const back = new Promise((resolve) => { engine.onrestart = resolve; });
        engine.life.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
        await back;
        return [before, await engine.request('state')].map(({ id, ...state }) => state);"""
    )
    assert after == before


def test_worker_that_takes_over_asks_the_network_for_nothing(client: Client) -> None:
    """Not for what the first board needs, nor for what comes later, nor for a table."""
    asked: list[str] = []
    client.does(
        "engine.complete(); await engine.supply('gambit'); while (!engine.parts.late) await new Promise(setTimeout);"
    )
    client.page.on("request", lambda request: asked.append(request.url))
    exact, text = client.does(
        """const back = new Promise((resolve) => { engine.onrestart = resolve; });
        engine.life.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
        await back;
        await engine.request('new', { game: 'english' });
        const written = await engine.request('record', { format: 'pdn' });
        return [(await engine.request('bestmove', { game: 'gambit', time: 1 })).exact, written.text];"""
    )
    assert exact
    assert text.startswith("[Event")
    assert [url for url in asked if "/worker.js" not in url and not url.endswith(".mjs")] == []


def test_worker_that_no_longer_answers_is_replaced_and_asked_again(client: Client) -> None:
    before, after = client.does(
        LIVE_A_LITTLE
        + """const first = engine.life;
        first.worker.terminate();
        const answer = engine.request('state');
        for (let second = 0; second < 10 && engine.life === first; second++) engine.tick();
        return [before, await answer].map(({ id, ...state }) => state);"""
    )
    assert after == before


def test_worker_that_thinks_long_is_not_taken_for_dead(client: Client) -> None:
    same = client.does(
        """await engine.request('new', { game: 'english' });
        const { life } = engine;
        const search = engine.request('think', { time: 600 });
        const reset = life.onsign;
        for (let second = 0; second < 30; second++) {
          engine.tick();
          await new Promise((resolve) => {
            life.onsign = () => { reset(); resolve(); };
          });
        }
        await engine.request('stop');
        await search;
        return engine.life === life;"""
    )
    assert same


def test_question_that_kills_two_workers_is_refused(client: Client) -> None:
    code, alive = client.does(
        """const answer = engine.request('state').catch((error) => error.code);
        for (let death = 0; death < 2; death++) {
          const back = new Promise((resolve) => { engine.onrestart = resolve; });
          engine.life.onreply = () => {};
          engine.life.worker.dispatchEvent(new ErrorEvent('error', { cancelable: true }));
          if (death === 0) {
            await back;
            engine.life.onreply = () => {};
          } else engine.onrestart = () => {};
        }
        const code = await answer;
        return [code, (await engine.request('games')).ok];"""
    )
    assert code == "engine-lost"
    assert alive
