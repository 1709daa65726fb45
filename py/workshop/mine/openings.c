/* Positions searched, and played out to the end of the game, one line of input after the other. Not shipped.

The rules, evaluation and search are those of draughts.c, or with -DROCK of rock.c, which is part of this program;
`workshop.mine.openings` compiles and drives it. All arithmetic is on integers, and what is kept between the lines is the
transposition table alone, until `clear`: the same lines get the same answers everywhere.

    openings GAME TABLES                            then, on each line of the input, one of
    clear                                           forgets what has been searched; no answer
    search NODES WHITE BLACK KINGS SIDE             what the position is worth to the side to move
    play NODES SEED WHITE BLACK KINGS SIDE          the game from there, some NODES a turn: 1, 0 or -1 for White, or ?
                                                    and the position in which four pieces were left
    move NODES WHITE BLACK KINGS SIDE               the position after the best move

Sets of squares are as in saltus/boards/grid.py for Rock, eight bits a rank here, and as in saltus/boards/dark_squares.py for the
draughts games. */

#define main other_main
#ifdef ROCK
#include "../learn/rock.c"
#else
#include "../learn/draughts.c"
#endif
#undef main

typedef unsigned long long Word;

#ifdef ROCK

static Search *begin(char **words) {
    set_up();
    Search *search = player(read_weights(words[2]));
    search->how = options("proof=30,order=1,near=8");
    return search;
}

static void clear(Search *search) { memset(search->table, 0, ENTRIES * sizeof(Entry)); }

static Position placed(Word white, Word black, int side) {
    Position position = {{white, black}, side, side ? random_side : 0};
    for (int colour = 0; colour < 2; colour++)
        for (Bits rest = position.pieces[colour]; rest; rest &= rest - 1)
            position.key ^= random_square[colour][FIRST(rest)];
    return position;
}

static int worth(Search *search, long nodes, Word white, Word black, Word kings, int side) {
    (void)kings;
    Position position = placed(white, black, side);
    search->begun = 0;
    return think(search, &position, nodes);
}

static void play_out(Search *search, long nodes, Word seed, Word white, Word black, Word kings, int side) {
    (void)kings;
    Search *players[2] = {search, search};
    clear(search);
    chance_state = seed;
    printf("%d\n", game(players, placed(white, black, side), nodes / 2 + chance() % nodes, 0, 0, 0) - 1);
}

static void answer(Search *search, long nodes, Word white, Word black, Word kings, int side) {
    (void)kings;
    Position position = placed(white, black, side);
    search->begun = 0;
    think(search, &position, nodes);
    position = play(&position, search->best);
    printf("%llu %llu 0 %d\n", (Word)position.pieces[0], (Word)position.pieces[1], position.side);
}

#else

static Search *begin(char **words) {
    set_up(words[1]);
    return searcher(words[2], "nodes=1");
}

static void clear(Search *s) { memset(s->table, 0, SLOTS * sizeof(Entry)); }

/* Forced turns are played first: `think` does not look at them. */
static int worth(Search *s, long nodes, Word white, Word black, Word kings, int side) {
    Pos p = { white, black, kings, side };
    Move list[MOST], m;
    int n, sign = 1, reached;
    while ((n = moves(&p, list)) == 1) {
        p = play(&p, list);
        sign = -sign;
    }
    if (!n) return -WIN * sign;
    s->opt.nodes = nodes;
    return sign * think(s, &p, 0, 0, &m, &reached);
}

/* As a game of `generate`, without turns drawn by lot: how much is looked at varies instead. */
static void play_out(Search *s, long nodes, Word seed, Word white, Word black, Word kings, int side) {
    enum { LONGEST = 300, STANDSTILL = 40, LEAD = 400, DECIDED = 6, KNOWN = 4 };
    static Pos past[LONGEST + 1];
    Pos p = { white, black, kings, side };
    int before = 0, quiet = 0, plain = 0, result = 0, reached;
    clear(s);
    state = seed;
    for (int turn = 0; turn < LONGEST; turn++) {
        Move list[MOST], m;
        int n = moves(&p, list), again = 0;
        if (!n) { result = p.side ? 1 : -1; break; }
        if (count(p.white | p.black) <= KNOWN) {
            printf("? %llu %llu %llu %d\n", (Word)p.white, (Word)p.black, (Word)p.kings, p.side);
            return;
        }
        for (int i = 0; i < before; i++) again += same(&past[i], &p);
        if (again > 1 || quiet >= STANDSTILL) break;
        memcpy(s->path, past, before * sizeof(Pos));
        s->opt.nodes = nodes / 2 + chance() % nodes;
        int score = think(s, &p, before, quiet, &m, &reached);
        if (n > 1) {
            plain = abs(score) >= LEAD ? plain + 1 : 0;
            if (plain >= DECIDED) { result = (score > 0) == !p.side ? 1 : -1; break; }
        }
        if (progress(&p, &m)) before = quiet = 0;
        else { past[before++] = p; quiet++; }
        p = play(&p, &m);
    }
    printf("%d\n", result);
}

static void answer(Search *s, long nodes, Word white, Word black, Word kings, int side) {
    Pos p = { white, black, kings, side };
    Move m;
    int reached;
    s->opt.nodes = nodes;
    think(s, &p, 0, 0, &m, &reached);
    p = play(&p, &m);
    printf("%llu %llu %llu %d\n", (Word)p.white, (Word)p.black, (Word)p.kings, p.side);
}

#endif

int main(int argc, char **argv) {
    if (argc != 3) { fprintf(stderr, "openings GAME TABLES: see the head of the source\n"); return 2; }
    Search *searching = begin(argv);
    char line[400];
    while (fgets(line, sizeof line, stdin)) {
        long nodes;
        Word seed, white, black, kings;
        int side;
        if (sscanf(line, "search %ld %llu %llu %llu %d", &nodes, &white, &black, &kings, &side) == 5)
            printf("%d\n", worth(searching, nodes, white, black, kings, side));
        else if (sscanf(line, "play %ld %llu %llu %llu %llu %d", &nodes, &seed, &white, &black, &kings, &side) == 6)
            play_out(searching, nodes, seed, white, black, kings, side);
        else if (sscanf(line, "move %ld %llu %llu %llu %d", &nodes, &white, &black, &kings, &side) == 5)
            answer(searching, nodes, white, black, kings, side);
        else if (!strcmp(line, "clear\n")) clear(searching);
        else { fprintf(stderr, "not understood: %s", line); return 1; }
        fflush(stdout);
    }
    return 0;
}
