"""The second worker, which searches too: what it knows, and that its loss does no harm."""

from tests.support.node_client import NodeClient

HELPED = """
    const { Helper } = await load('engine/helper.js');
    engine.helper ??= new Helper(engine);
    engine.complete();
    const until = async (holds) => { while (!holds()) await new Promise((done) => setTimeout(done, 5)); };
    await until(() => engine.parts.late);
    const think = (time) => engine.request('think', { time }, { shared: true });
    const known = () => new Promise((done) => {
        const { worker } = engine.helper.handle;
        worker.addEventListener('message', ({ data }) => {
            for (const { id, ...state } of (data.replies ?? []).map(JSON.parse)) if (id === 'known') done(state);
        });
        worker.postMessage('{"id": "known", "op": "state"}');
    });
    const state = async () => {
        const { id, ...state } = await engine.request('state');
        return state;
    };
    const play = async (which) => {
        const { moves } = await engine.request('state');
        return engine.request('play', { path: moves[which].path });
    };
    const die = ({ worker }) => worker.dispatchEvent(new ErrorEvent('error', { message: 'gone', cancelable: true }));
"""


def test_only_a_device_with_cores_and_memory_to_spare_has_room_for_a_second_worker(client: NodeClient) -> None:
    assert client.does(
        """const { helper } = await load('engine/helper.js');
        const devices = [[2, 8], [8, 2], [4, 4], [8, undefined], [undefined, 8]];
        return devices.map(([cores, memory]) => {
            for (const [name, value] of Object.entries({ hardwareConcurrency: cores, deviceMemory: memory }))
                Object.defineProperty(navigator, name, { configurable: true, value });
            engine.helper = null;
            helper(engine);
            return engine.helper !== null;
        });"""
    ) == [False, False, True, True, False]


def test_helper_knows_the_moves_played_while_it_started(client: NodeClient) -> None:
    pairs = client.does(
        HELPED
        + """await engine.request('new', { game: 'gambit' });
        const first = think(600);
        await play(3);
        await first;
        await play(1);
        await engine.request('undo');
        await until(() => engine.helper.handle);
        const found = [[await known(), await state()]];
        await play(2);
        found.push([await known(), await state()]);
        await engine.request('new', { game: 'roman' });
        found.push([await known(), await state()]);
        return found;"""
    )
    assert len(pairs) == 3
    assert [known for known, _ in pairs] == [state for _, state in pairs]


def test_helper_that_dies_twice_does_no_harm_and_is_the_last(client: NodeClient) -> None:
    paths, lives, last = client.does(
        HELPED
        + """await engine.request('new', { game: 'english' });
        const { helper } = engine;
        const paths = [];
        const lives = new Set();
        for (let death = 0; death < 3; death++) {
            const thought = think(600);
            if (helper.canHelp) {
                await until(() => helper.handle);
                lives.add(helper.handle);
                die(helper.handle);
            }
            await engine.request('stop');
            paths.push((await thought).path.length);
        }
        return [paths, lives.size, helper.handle];"""
    )
    assert paths == [2, 2, 2]
    assert (lives, last) == (2, None)


def test_silent_helper_is_replaced(client: NodeClient) -> None:
    assert client.does(
        HELPED
        + """await engine.request('new', { game: 'english' });
        await think(0.01);
        await until(() => engine.helper.handle);
        const { handle } = engine.helper;
        handle.worker.terminate();
        while (engine.helper.handle === handle) await think(0.01);
        await think(0.01);
        await until(() => engine.helper.handle);
        return engine.helper.handle !== handle;"""
    )


def test_replaced_worker_gets_a_helper_of_its_own(client: NodeClient) -> None:
    asked = client.does(
        HELPED
        + """await engine.request('new', { game: 'english' });
        await play(0);
        const thought = think(600);
        await until(() => engine.helper.handle);
        const first = engine.helper.handle;
        die(engine.handle);
        const gone = engine.helper.handle;
        await until(() => engine.helper.handle);
        const both = [await known(), await state()];
        await engine.request('stop');
        await thought;
        return [gone, both[0].position === both[1].position, engine.helper.handle !== first];"""
    )
    assert asked == [None, True, True]
