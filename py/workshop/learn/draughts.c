/* The draughts search in C, to make games by the million and to try ideas in minutes. Not shipped.

The same rules, evaluation and search as `saltus.games._draughts`, `saltus.evaluation.patterns` and `saltus.engine.search` have, some thirty
times faster; `python3 -m workshop.learn.lab check` compares rules and evaluation with theirs. All arithmetic is on integers
and chance comes from SplitMix64, so that the same arguments write the same bytes everywhere. Driven by `workshop.learn.lab`:

    draughts GAME perft DEPTH                           leaves from the first position
    draughts GAME evaluate TABLES                       a value for every position read: white black kings side
    draughts GAME generate TABLES SEED FIRST LAST OPTIONS
                                                        quiet positions of self-play: … score result
    draughts GAME match TABLES OPTIONS TABLES OPTIONS SEED PAIRS PLIES
    draughts GAME pairs …the same…                      the first one's points, 0 to 2, of every pair instead
    draughts GAME rate TABLES NODES LOW                 what each move of every position read is worth, see `rate`

TABLES is a file of ints that `fit.c` writes; OPTIONS is a list like nodes=20000,late=3,
endings=FILE, whose endings both players then know.

Bits as in `saltus.boards.dark_squares`: two ranks take nine, the ninth a ghost; a step forward for White is a shift by 4 or 5. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef uint64_t u64;
typedef struct { u64 white, black, kings; int side; } Pos;
typedef struct { u64 shift, taken; int crowns, king; } Move;

enum { MOST = 128, DEEPEST = 100, FRESH = 20000, WIN = 1000000, WON = WIN - 2 * DEEPEST };

static u64 RANK[8], FULL, AHEAD[35];
static int RANK_OF[35], SQUARE[35];
static int italian;

static int count(u64 bits) { return __builtin_popcountll(bits); }
static int low(u64 bits) { return __builtin_ctzll(bits); }

static u64 turned(u64 bits) {
    u64 found = 0;
    for (; bits; bits &= bits - 1) found |= 1ULL << (34 - low(bits));
    return found;
}

static u64 state;
static u64 chance(void) {
    u64 z = state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}

/* -- the rules ---------------------------------------------------------------------------------------------- */

static int extend(Move *list, int n, Move begun, u64 origin, u64 here, u64 prey, u64 empty, int ways, u64 row) {
    static const int BY[4] = { 4, 5, -4, -5 };
    int found = n;
    for (int way = ways & 1 ? 0 : 2; way < (ways & 2 ? 4 : 2); way++) {
        int by = BY[way];
        u64 over = by > 0 ? here << by : here >> -by, to = by > 0 ? here << 2 * by : here >> -2 * by;
        if (!(over & prey) || !(to & empty)) continue;
        Move next = { origin ^ to, begun.taken | over, (to & row) != 0, begun.king };
        int after = next.crowns ? found : extend(list, found, next, origin, to, prey ^ over, empty, ways, row);
        if (after == found) list[after++] = next;
        found = after;
    }
    return found;
}

static int captures(const Pos *p, Move *list) {
    u64 own = p->side ? p->black : p->white, enemy = p->side ? p->white : p->black;
    u64 empty = FULL & ~(own | enemy), prey = italian ? enemy & ~p->kings : enemy;
    u64 down = prey << 4 & empty << 8 | prey << 5 & empty << 10, up = prey >> 4 & empty >> 8 | prey >> 5 & empty >> 10;
    u64 jumpers = own & (p->side ? down : up) & ~p->kings, kings = own & p->kings;
    if (kings) {
        if (italian) {
            down = enemy << 4 & empty << 8 | enemy << 5 & empty << 10;
            up = enemy >> 4 & empty >> 8 | enemy >> 5 & empty >> 10;
        }
        kings &= up | down;
    }
    int n = 0;
    for (u64 rest = jumpers | kings; rest; rest &= rest - 1) {
        u64 origin = rest & -rest;
        int king = (kings & origin) != 0;
        Move begun = { 0, 0, 0, king };
        if (king) n = extend(list, n, begun, origin, origin, enemy, empty | origin, 3, 0);
        else n = extend(list, n, begun, origin, origin, prey, empty, p->side ? 2 : 1, RANK[p->side ? 0 : 7]);
    }
    if (italian && n > 1) {
        int best = 0, kept = 0, value[MOST];
        for (int i = 0; i < n; i++) {
            value[i] = count(list[i].taken) << 8 | list[i].king << 7 | count(list[i].taken & p->kings);
            if (value[i] > best) best = value[i];
        }
        for (int i = 0; i < n; i++) if (value[i] == best) list[kept++] = list[i];
        n = kept;
    }
    return n;
}

static int steps(Move *list, int n, u64 to, int by, int king, u64 row) {
    for (; to; to &= to - 1) {
        u64 target = to & -to;
        list[n++] = (Move){ target | (by > 0 ? target >> by : target << -by), 0, !king && (target & row), king };
    }
    return n;
}

static int quiets(const Pos *p, Move *list) {
    u64 own = p->side ? p->black : p->white, empty = FULL & ~(p->white | p->black);
    u64 men = own & ~p->kings, kings = own & p->kings;
    int n = 0;
    if (p->side) {
        n = steps(list, n, men >> 4 & empty, -4, 0, RANK[0]);
        n = steps(list, n, men >> 5 & empty, -5, 0, RANK[0]);
    } else {
        n = steps(list, n, men << 4 & empty, 4, 0, RANK[7]);
        n = steps(list, n, men << 5 & empty, 5, 0, RANK[7]);
    }
    if (kings) {
        n = steps(list, n, kings << 4 & empty, 4, 1, 0);
        n = steps(list, n, kings << 5 & empty, 5, 1, 0);
        n = steps(list, n, kings >> 4 & empty, -4, 1, 0);
        n = steps(list, n, kings >> 5 & empty, -5, 1, 0);
    }
    return n;
}

static int moves(const Pos *p, Move *list) {
    int n = captures(p, list);
    return n ? n : quiets(p, list);
}

static Pos play(const Pos *p, const Move *m) {
    Pos q = *p;
    if (q.kings & m->shift) q.kings ^= m->shift;
    else if (m->crowns) q.kings |= m->shift & RANK[p->side ? 0 : 7];
    q.kings &= ~m->taken;
    if (p->side) { q.black ^= m->shift; q.white &= ~m->taken; }
    else { q.white ^= m->shift; q.black &= ~m->taken; }
    q.side ^= 1;
    return q;
}

static int same(const Pos *a, const Pos *b) {
    return a->white == b->white && a->black == b->black && a->kings == b->kings && a->side == b->side;
}

static Pos start(void) {
    return (Pos){ RANK[0] | RANK[1] | RANK[2], RANK[5] | RANK[6] | RANK[7], 0, italian ? 0 : 1 };
}

static int progress(const Pos *p, const Move *m) { return m->taken || (!italian && !m->king); }

static int counting(const Pos *p) { return !italian || ((p->white & p->kings) && (p->black & p->kings)); }

static u64 perft(const Pos *p, int depth) {
    Move list[MOST];
    int n = moves(p, list);
    if (depth == 1) return n;
    u64 leaves = 0;
    for (int i = 0; i < n; i++) { Pos q = play(p, &list[i]); leaves += perft(&q, depth - 1); }
    return leaves;
}

/* -- endings ------------------------------------------------------------------------------------------------ */

/* The tables of endings, in the order of `workshop/solve/endings.c`, which makes them. A position is seen by the side to
   move, which plays up the board. Its material (own men, own kings, enemy men, enemy kings) chooses a part of the table,
   parts in ascending order; within it the place is

    ((men * C(32, kings) + kings) * C(28, enemy men) + enemy men) * C(32, enemy kings) + enemy kings

   of the numbers that the combinatorial number system gives to each set of squares, counted from 0 along the ranks, for
   enemy men from the other end. A value is one byte: 0 for a draw or for no position at all, else the plies to the end and
   1 more, so that an even one is won and an odd one lost for the side to move. */

enum { SQUARES = 32, MANS = 28, SIZES = 6, CLASSES = SIZES * SIZES * SIZES * SIZES }; /* a set has five pieces at most */

typedef struct { int men, kings, enemy_men, enemy_kings; } Class;

static long binomial[SQUARES + 1][SIZES], offset[CLASSES], total;
static Class classes[CLASSES];
static int class_count, pieces_most;
static uint8_t *values;

static int class_number(Class c) {
    return ((c.men * SIZES + c.kings) * SIZES + c.enemy_men) * SIZES + c.enemy_kings;
}

static long size(Class c) {
    return binomial[MANS][c.men] * binomial[SQUARES][c.kings] * binomial[MANS][c.enemy_men]
        * binomial[SQUARES][c.enemy_kings];
}

static void lay_out(void) {
    for (int n = 0; n <= SQUARES; n++)
        for (int k = 0; k < SIZES; k++) binomial[n][k] = !k ? 1 : !n ? 0 : binomial[n - 1][k] + binomial[n - 1][k - 1];
    for (int number = 0; number < CLASSES; number++) {
        Class c = { number / (SIZES * SIZES * SIZES), number / (SIZES * SIZES) % SIZES, number / SIZES % SIZES,
            number % SIZES };
        int own = c.men + c.kings, enemy = c.enemy_men + c.enemy_kings;
        offset[number] = -1;
        if (!own || !enemy || own + enemy > pieces_most) continue;
        offset[number] = total;
        total += size(c);
        classes[class_count++] = c;
    }
}

/* The number of a set of squares; from the other end where `turn` is. */
static long ranked(u64 bits, int turn) {
    long found = 0;
    int k = 0;
    if (turn) bits = turned(bits);
    for (; bits; bits &= bits - 1) found += binomial[SQUARE[low(bits)]][++k];
    return found;
}

static Class class_of(const Pos *p) {
    return (Class){ count(p->white & ~p->kings), count(p->white & p->kings), count(p->black & ~p->kings),
        count(p->black & p->kings) };
}

/* White is to move. */
static long place(const Pos *p) {
    Class c = class_of(p);
    long at = ranked(p->white & ~p->kings, 0);
    at = at * binomial[SQUARES][c.kings] + ranked(p->white & p->kings, 0);
    at = at * binomial[MANS][c.enemy_men] + ranked(p->black & ~p->kings, 1);
    return offset[class_number(c)] + at * binomial[SQUARES][c.enemy_kings] + ranked(p->black & p->kings, 0);
}

/* As the other side sees it. */
static Pos other_view(const Pos *p) {
    return (Pos){ turned(p->black), turned(p->white), turned(p->kings), 0 };
}

/* What the value of an ending, for the side to move, makes of a score `ply` plies from the root. */
static int ending(const Pos *p, int ply) {
    Pos seen = p->side ? other_view(p) : *p;
    if (!seen.white) return ply - WIN;
    int value = values[place(&seen)];
    return !value ? 0 : value & 1 ? value - 1 - WIN + ply : WIN + 1 - value - ply;
}

static void load_endings(const char *path) {
    if (values) return;
    pieces_most = 4;
    lay_out();
    values = malloc(total);
    FILE *file = fopen(path, "rb");
    if (!file || fread(values, 1, total, file) != (size_t)total) { fprintf(stderr, "%s: no table of endings\n", path); exit(1); }
    fclose(file);
}

/* Whether the table of endings, if there is one, holds the position. */
static int known_ending(const Pos *p) { return values && count(p->white | p->black) <= pieces_most; }

/* -- evaluation --------------------------------------------------------------------------------------------- */

enum { AREAS = 13, RANK_PAIRS = 9, PATTERNS = 6561, MEN = 24, RUN = 8, KINDS = 4, INPUTS = KINDS * SQUARES };
#ifndef UNITS /* -DUNITS=64 tries another size */
#define UNITS 32
#endif
enum { LANES = 2 * UNITS, NET_SCALE = 8, PAIRS = 232, PAIR_STEP = 4 };

typedef struct {
    int pattern[2][AREAS][PATTERNS]; /* what an area's pattern is worth to White, in the opening and in the ending */
    int crowned[2][32];              /* a king of White by its square */
    int run[RUN];                    /* a man that no enemy man can stop, by the steps that it has to go */
    int weight[KINDS][SQUARES][UNITS], bias[UNITS], tempo[UNITS]; /* see `saltus.evaluation.net` */
    int pair[PAIRS][4][UNITS];                                    /* in steps of PAIR_STEP */
    int16_t king[2][SQUARES][LANES], base[2][LANES]; /* of the net: what a king adds, by White's square */
    int16_t men[AREAS][PATTERNS][LANES];             /* what a pattern of men adds */
    int has_net;
} Tables;

/* The ints that a file of tables holds, with the net and without. */
enum {
    PLAIN = 2 * AREAS * PATTERNS + 2 * SQUARES + RUN,
    WITH_NET = PLAIN + INPUTS * UNITS + 2 * UNITS + PAIRS * 4 * UNITS
};

static u64 AREA[AREAS][8];
static uint16_t ADDEND[4][512][16];
static int PAIR[SQUARES][SQUARES], PAIR_AREA[SQUARES][SQUARES]; /* of the lower square and the higher one: the pair's
                                                                   number, and the first area that holds both */

static void areas(void) {
    int n = 0;
    for (int first = 0; first <= 4; first += 2)
        for (int place = 0; place <= 2; place++, n++)
            for (int at = 0; at < 8; at++) {
                u64 rank = RANK[first + at / 2];
                AREA[n][at] = (rank & -rank) << (place + at % 2);
            }
    for (int first = 0; first <= 6; first += 2, n++)
        for (int at = 0; at < 8; at++) {
            u64 rank = RANK[first + at / 4];
            AREA[n][at] = (rank & -rank) << at % 4;
        }
    for (int part = 0; part < 4; part++)
        for (int men = 0; men < 512; men++)
            for (int area = 0; area < AREAS; area++)
                for (int at = 0, worth = 1; at < 8; at++, worth *= 3)
                    if ((u64)men << 9 * part & AREA[area][at]) ADDEND[part][men][area] += worth;
}

/* Pairs are numbered in ascending order. */
static void pairs(void) {
    int n = 0;
    for (int low_square = 0; low_square < SQUARES; low_square++)
        for (int high = low_square + 1; high < SQUARES; high++) {
            int found = -1;
            for (int area = AREAS - 1; area >= 0; area--) {
                int held = 0;
                for (int at = 0; at < 8; at++) {
                    int square = SQUARE[low(AREA[area][at])];
                    held += square == low_square || square == high;
                }
                if (held == 2) found = area;
            }
            PAIR_AREA[low_square][high] = found;
            if (found >= 0) PAIR[low_square][high] = n++;
        }
}

static int mixed(int opening, int ending, int left) {
    int value = opening * left + ending * (MEN - left);
    return value / MEN; /* towards 0, as in `saltus.evaluation.patterns` */
}

static int chase(u64 ahead, u64 behind, u64 kings) {
    static const u64 CORNER[2] = { 1 | 1 << 4, 1ULL << 34 | 1 << 30 };
    int score = 0;
    for (u64 rest = ahead & kings; rest; rest &= rest - 1)
        for (u64 reach = rest & -rest; !(reach & behind); score -= 2)
            reach |= (reach << 4 | reach << 5 | reach >> 4 | reach >> 5) & FULL;
    return score - 10 * ((behind & kings & CORNER[0]) != 0 || (behind & kings & CORNER[1]) != 0);
}

/* What the side to move has, without what is learned: material, reasons to trade and to come near. */
static int fixed(const Pos *p) {
    int white = count(p->white), black = count(p->black);
    int score = 100 * (count(p->white & ~p->kings) - count(p->black & ~p->kings));
    if (white != black) {
        double share = 200.0 * (white - black) / (white + black);
        score += (int)nearbyint(share);
        if (p->kings && white && black && white + black <= 8)
            score += white > black ? chase(p->white, p->black, p->kings) : -chase(p->black, p->white, p->kings);
    }
    return p->side ? -score : score;
}

/* Adds weights of all units to lanes: first the units as White sees them, then the same units as Black does. */
static void add_weights(int16_t *lanes, const int *white, const int *black, int times) {
    for (int unit = 0; unit < UNITS; unit++) {
        lanes[unit] += times * white[unit];
        lanes[UNITS + unit] += times * black[unit];
    }
}

/* What the pattern that an area shows adds to the lanes; of the areas of two ranks, with each man by itself. */
static void lay_pattern(Tables *t, int area, int pattern) {
    int16_t *lanes = t->men[area][pattern];
    int squares[8], colours[8], n = 0;
    for (int at = 0; at < 8; at++, pattern /= 3)
        if (pattern % 3) squares[n] = SQUARE[low(AREA[area][at])], colours[n++] = pattern % 3 - 1;
    for (int i = 0; i < n; i++) {
        int turn = SQUARES - 1 - squares[i], kind = 2 * colours[i];
        if (area >= RANK_PAIRS) add_weights(lanes, t->weight[kind][squares[i]], t->weight[kind ^ 2][turn], 1);
        for (int j = 0; j < i; j++)
            if (PAIR_AREA[squares[j]][squares[i]] == area) {
                const int *white = t->pair[PAIR[squares[j]][squares[i]]][2 * colours[j] + colours[i]];
                const int *black = t->pair[PAIR[turn][SQUARES - 1 - squares[j]]][2 * !colours[i] + !colours[j]];
                add_weights(lanes, white, black, PAIR_STEP);
            }
    }
}

/* The lanes of the net from its weights. */
static void lay_lanes(Tables *t) {
    static const int NOTHING[UNITS];
    for (int square = 0; square < SQUARES; square++)
        for (int side = 0; side < 2; side++) {
            const int *own = t->weight[2 * side + 1][square], *enemy = t->weight[3 - 2 * side][SQUARES - 1 - square];
            add_weights(t->king[side][square], own, enemy, 1);
        }
    for (int side = 0; side < 2; side++) {
        add_weights(t->base[side], t->bias, t->bias, 1);
        add_weights(t->base[side], side ? NOTHING : t->tempo, side ? t->tempo : NOTHING, 1);
    }
    for (int area = 0; area < AREAS; area++)
        for (int pattern = 0; pattern < PATTERNS; pattern++) lay_pattern(t, area, pattern);
}

static void add_lanes(int16_t *lanes, const int16_t *more) {
    for (int i = 0; i < LANES; i++) lanes[i] += more[i];
}

/* What the net says, for White: half of the units count for the side that they see as its own, half against it. */
static int net_value(const Pos *p, const Tables *t, const uint16_t *key) {
    int16_t lanes[LANES];
    memcpy(lanes, t->base[p->side], sizeof lanes);
    for (int area = 0; area < AREAS; area++) add_lanes(lanes, t->men[area][key[area]]);
    for (u64 rest = p->white & p->kings; rest; rest &= rest - 1) add_lanes(lanes, t->king[0][SQUARE[low(rest)]]);
    for (u64 rest = p->black & p->kings; rest; rest &= rest - 1) add_lanes(lanes, t->king[1][SQUARE[low(rest)]]);
    int value = 0;
    for (int i = 0; i < UNITS / 2; i++) value += lanes[i] > 0 ? lanes[i] : 0;
    for (int i = UNITS / 2; i < UNITS; i++) value -= lanes[i] > 0 ? lanes[i] : 0;
    for (int i = UNITS; i < UNITS + UNITS / 2; i++) value -= lanes[i] > 0 ? lanes[i] : 0;
    for (int i = UNITS + UNITS / 2; i < LANES; i++) value += lanes[i] > 0 ? lanes[i] : 0;
    return value / NET_SCALE;
}

static int evaluate(const Pos *p, const Tables *t) {
    u64 men = p->white & ~p->kings, others = p->black & ~p->kings;
    int left = count(men | others), opening = 0, ending = 0, score = 0;
    uint16_t key[16] = { 0 };
    for (int part = 0; part < 4; part++) {
        const uint16_t *own = ADDEND[part][men >> 9 * part & 511], *enemy = ADDEND[part][others >> 9 * part & 511];
        for (int i = 0; i < 16; i++) key[i] += own[i] + 2 * enemy[i];
    }
    for (int area = 0; area < AREAS; area++) {
        opening += t->pattern[0][area][key[area]];
        ending += t->pattern[1][area][key[area]];
    }
    score = mixed(opening, ending, left);
    for (u64 rest = men; rest; rest &= rest - 1)
        if (!(AHEAD[low(rest)] & others)) score += t->run[7 - RANK_OF[low(rest)]];
    for (u64 rest = turned(others), enemy = turned(men); rest; rest &= rest - 1)
        if (!(AHEAD[low(rest)] & enemy)) score -= t->run[7 - RANK_OF[low(rest)]];
    if (p->kings) {
        opening = ending = 0;
        for (u64 rest = p->white & p->kings; rest; rest &= rest - 1) {
            opening += t->crowned[0][SQUARE[low(rest)]];
            ending += t->crowned[1][SQUARE[low(rest)]];
        }
        for (u64 rest = turned(p->black & p->kings); rest; rest &= rest - 1) {
            opening -= t->crowned[0][SQUARE[low(rest)]];
            ending -= t->crowned[1][SQUARE[low(rest)]];
        }
        score += mixed(opening, ending, left);
    }
    if (t->has_net) score += net_value(p, t, key);
    return (p->side ? -score : score) + fixed(p);
}

/* -- search ------------------------------------------------------------------------------------------------- */

enum { AT_LEAST = 1, AT_MOST, EXACT, SLOTS = 1 << 19 };

typedef struct { Pos pos; int depth, bound, score, move; } Entry;

typedef struct {
    int nodes;              /* positions a move */
    int window;             /* half the first aspiration window */
    int late, least;       /* moves before late ones are reduced, least depth for that */
    int hopeless, shallow;  /* margin a ply for giving a position up, most plies from the leaves; 0 for never */
    int proof, less;        /* margin for believing a search so many plies less deep */
    int depth;              /* the turns that a weak level looks ahead; 0 for full force, which sees everything */
    int misses, wavers, greed, exchanges; /* how a weak level sees, as `saltus.engine.levels.HandicappedGame` does */
} Options;

static const Options DEFAULT = { 1000, 40, 3, 3, 50, 2, 12, 4, 0, 0, 0, 0, 1 };

typedef struct {
    const Tables *tables;
    Options opt;
    Entry *table;
    Pos path[DEEPEST + 400];
    int past, quiet, counts;
    int nodes, leaves, stop;
    int probes; /* whether endings are probed: no draw by quiet turns is near, and the level sees everything */
    u64 killers[DEEPEST + 2][2];
    int history[2][40][40];
    u64 seed;
} Search;

static u64 mix(u64 number) {
    u64 kept = state, mixed;
    state = number;
    mixed = chance();
    state = kept;
    return mixed;
}

static u64 mood(const Search *s, const Pos *p) {
    return mix(p->white) ^ mix(p->black + 1) ^ mix(p->kings + 2) ^ (s->seed + p->side);
}

/* The moves that are seen, and what a position seems to be worth. */
static int seen(const Search *s, const Pos *p, Move *list) {
    int n = moves(p, list), kept = 0;
    if (!s->opt.misses || n < 3) return n;
    u64 base = mood(s, p);
    for (int i = 0; i < n; i++)
        if (list[i].taken || list[i].crowns || mix(base ^ list[i].shift) % 100 >= (u64)s->opt.misses)
            list[kept++] = list[i];
    return kept ? kept : 1;
}

static int judged(const Search *s, const Pos *p) {
    int value = evaluate(p, s->tables), lead = count(p->white) - count(p->black);
    if (!s->opt.depth) return value;
    return value + s->opt.greed * (p->side ? -lead : lead) + (int)(mix(mood(s, p)) % (2 * s->opt.wavers + 1))
        - s->opt.wavers;
}

static u64 hash(const Pos *p) {
    u64 h = p->white * 0x9E3779B97F4A7C15ULL ^ (p->black + p->side) * 0xC2B2AE3D27D4EB4FULL;
    h ^= (p->kings + 1) * 0x165667B19E3779F9ULL;
    h ^= h >> 29; h *= 0xBF58476D1CE4E5B9ULL; h ^= h >> 32;
    return h & (SLOTS - 1);
}

static int quiesce(Search *s, const Pos *p, int ply, int alpha, int beta) {
    if (s->probes && known_ending(p)) { s->nodes++; return ending(p, ply); }
    if (!(p->side ? p->black : p->white)) { s->nodes++; return -(WIN - ply); }
    s->leaves++;
    Move list[MOST];
    int n = s->opt.exchanges ? captures(p, list) : 0, best = -2 * WIN;
    if (!n || ply >= DEEPEST) return judged(s, p);
    for (int i = 0; i < n; i++) {
        Pos q = play(p, &list[i]);
        int value = -quiesce(s, &q, ply + 1, -beta, -alpha);
        if (value > best) { best = value; if (value > alpha) { alpha = value; if (value >= beta) break; } }
    }
    return best;
}

static int repeated(const Search *s, const Pos *p, int ply) {
    for (int i = s->past + ply - 1; i >= 0; i--) {
        const Pos *q = &s->path[i];
        if (q->side == p->side && same(q, p)) return 1;
        if (count(q->white | q->black) != count(p->white | p->black)) break;
    }
    return 0;
}

static void order(Search *s, const Pos *p, Move *list, int n, int known, int ply, int *index) {
    long long key[MOST];
    for (int i = 0; i < n; i++) {
        const Move *m = &list[i];
        index[i] = i;
        if (i == known) key[i] = 1LL << 50;
        else if (m->taken) key[i] = (1LL << 40) + count(m->taken);
        else if (m->shift == s->killers[ply][0] || m->shift == s->killers[ply][1]) key[i] = 1LL << 39;
        else key[i] = s->history[p->side][low(m->shift)][63 - __builtin_clzll(m->shift)];
    }
    for (int i = 1; i < n; i++) { /* stable, as Python's */
        int j = i, x = index[i];
        for (; j && key[index[j - 1]] < key[x]; j--) index[j] = index[j - 1];
        index[j] = x;
    }
}

static int node(Search *s, const Pos *p, int depth, int ply, int alpha, int beta, int quiet, int cuts) {
    if (s->nodes + s->leaves >= s->opt.nodes) { s->stop = 1; return 0; }
    if (!(p->side ? p->black : p->white)) { s->nodes++; return -(WIN - ply); }
    if (s->probes && known_ending(p)) { s->nodes++; return ending(p, ply); }
    const Options *o = &s->opt;
    Entry *entry = &s->table[hash(p)];
    int known = -1;
    if (entry->bound && same(&entry->pos, p)) {
        known = entry->move;
        if (entry->depth >= depth) {
            int score = entry->score;
            if (score >= WON) score -= ply; else if (score <= -WON) score += ply;
            if (entry->bound == EXACT || (entry->bound == AT_LEAST ? score >= beta : score <= alpha)) {
                s->leaves++;
                return score;
            }
        }
    }
    s->nodes++;
    Move list[MOST];
    int n = seen(s, p, list), index[MOST], best = -2 * WIN, best_move = 0, started = alpha;
    if (!n) return -(WIN - ply);
    int capture = list[0].taken != 0;
    if (n == 1 && ply + depth < DEEPEST) depth++;
    s->path[s->past + ply] = *p;
    if (cuts && !o->depth && !capture && n > 1 && beta - alpha == 1 && abs(beta) < WON) {
        int stand = evaluate(p, s->tables);
        if (depth <= o->shallow) {
            if (stand + o->hopeless * depth <= alpha) return stand;
        } else if (stand >= beta) {
            int goal = beta + o->proof, value = stand;
            if (depth > o->less) value = node(s, p, depth - o->less, ply, goal - 1, goal, quiet, 0);
            if (s->stop) return 0;
            if (value >= goal) return beta;
        }
    }
    order(s, p, list, n, known < n ? known : -1, ply, index);
    for (int number = 0; number < n; number++) {
        const Move *m = &list[index[number]];
        Pos q = play(p, m);
        int value, still = 0;
        if (s->counts && !progress(p, m) && counting(p) && counting(&q)) still = quiet + 1;
        if (still >= 80 || (!m->taken && repeated(s, &q, ply + 1))) {
            s->leaves++;
            value = 0;
        } else {
            int less = 1, floor = number ? -alpha - 1 : -beta;
            if (depth >= o->least && number >= o->late && !m->taken && !m->crowns) less = 2;
            for (;;) {
                value = depth > less ? -node(s, &q, depth - less, ply + 1, floor, -alpha, still, 1)
                                     : -quiesce(s, &q, ply + 1, floor, -alpha);
                if (s->stop) return 0;
                if (value <= alpha) break;
                if (less > 1) less = 1;
                else if (floor == -beta || value >= beta) break;
                else floor = -beta;
            }
        }
        if (value > best) {
            best = value; best_move = index[number];
            if (value > alpha) { alpha = value; if (value >= beta) break; }
        }
    }
    int bound = best >= beta ? AT_LEAST : best > started ? EXACT : AT_MOST;
    if (bound == AT_LEAST && !list[best_move].taken) {
        u64 shift = list[best_move].shift;
        if (s->killers[ply][0] != shift) { s->killers[ply][1] = s->killers[ply][0]; s->killers[ply][0] = shift; }
        s->history[p->side][low(shift)][63 - __builtin_clzll(shift)] += depth * depth;
    }
    int score = best >= WON ? best + ply : best <= -WON ? best - ply : best;
    *entry = (Entry){ *p, depth, bound, score, best_move };
    return best;
}

/* The best move of `p`, whose past lies in s->path[0 .. past), and its score. */
static int think(Search *s, const Pos *p, int past, int quiet, Move *chosen, int *reached) {
    Move list[MOST];
    int n = seen(s, p, list), score = 0, deepest = s->opt.depth ? s->opt.depth : DEEPEST - 1;
    *chosen = list[0];
    *reached = 0;
    if (n == 1) return 0;
    s->past = past; s->nodes = s->leaves = s->stop = 0;
    memset(s->killers, 0, sizeof s->killers);
    memset(s->history, 0, sizeof s->history);
    if (s->opt.depth) memset(s->table, 0, SLOTS * sizeof(Entry));
    s->path[past] = *p;
    for (int depth = 1; depth <= deepest && !s->stop; depth++) {
        s->counts = quiet + 2 * depth >= 80;
        s->probes = !s->counts && !s->opt.depth;
        int width = depth > 2 && abs(score) < WON ? s->opt.window : 2 * WIN, floor = score - width, top = score + width;
        for (;;) {
            int alpha = floor, best = -2 * WIN;
            for (int i = 0; i < n; i++) {
                Pos q = play(p, &list[i]);
                int value, below = i ? -alpha - 1 : -top, still = 0;
                if (s->counts && !progress(p, &list[i]) && counting(p) && counting(&q)) still = quiet + 1;
                for (;;) {
                    if (still >= 80 || (!list[i].taken && repeated(s, &q, 1))) { s->leaves++; value = 0; }
                    else if (depth > 1) value = -node(s, &q, depth - 1, 1, below, -alpha, still, 1);
                    else value = -quiesce(s, &q, 1, below, -alpha);
                    if (s->stop || below == -top || value <= alpha || value >= top) break;
                    below = -top;
                }
                if (s->stop) break;
                if (value > best) {
                    best = value;
                    if (value > alpha) {
                        alpha = value;
                        Move m = list[i];
                        memmove(list + 1, list, i * sizeof m);
                        list[0] = m;
                        *chosen = m;
                        score = value;
                        if (value >= top) break;
                    }
                }
            }
            if (s->stop) break;
            width *= 4;
            if (best <= floor) floor = abs(best) < WON && width < WIN ? best - width : -2 * WIN;
            else if (best >= top) top = abs(best) < WON && width < WIN ? best + width : 2 * WIN;
            else { score = best; break; }
        }
        if (s->stop) break;
        *reached = depth;
        if (abs(score) >= WIN - depth) break;
    }
    return score;
}

/* Writes what the moves of `p` are worth after so many nodes, each searched by itself: `shift taken score` for each, and
   after a bar, for every depth that was finished, which is the best and what it and the second best are worth. What is
   worth less than `least` may be worth any less. Without `fresh` the table may know neighbours of `p`. */
static void rate(Search *s, const Pos *p, int least, int fresh) {
    Move list[MOST];
    int n = moves(p, list), score[MOST] = { 0 }, last[MOST] = { 0 }, depth, finished = 0;
    struct { int best, first, second; } seen[DEEPEST];
    s->past = s->nodes = s->leaves = s->stop = s->counts = 0;
    memset(s->killers, 0, sizeof s->killers);
    memset(s->history, 0, sizeof s->history);
    if (fresh) memset(s->table, 0, SLOTS * sizeof(Entry));
    s->path[0] = *p;
    for (depth = 1; depth < DEEPEST - 1 && n > 1; depth++) {
        int best = 0, second = -2 * WIN;
        for (int i = 0; i < n && !s->stop; i++) {
            Pos q = play(p, &list[i]);
            score[i] = depth > 1 ? -node(s, &q, depth - 1, 1, -2 * WIN, -least, 0, 1) : -quiesce(s, &q, 1, -2 * WIN, -least);
        }
        if (s->stop) break;
        for (int i = 1; i < n; i++) if (score[i] > score[best]) best = i;
        for (int i = 0; i < n; i++) if (i != best && score[i] > second) second = score[i];
        memcpy(last, score, sizeof last);
        seen[finished].best = best; seen[finished].first = score[best]; seen[finished++].second = second;
    }
    for (int i = 0; i < n; i++) printf("%llu %llu %d ", (unsigned long long)list[i].shift, (unsigned long long)list[i].taken, last[i]);
    printf("|");
    for (int i = 0; i < finished; i++) printf(" %d %d %d", seen[i].best, seen[i].first, seen[i].second);
    printf("\n");
}

/* -- what it is for ----------------------------------------------------------------------------------------- */

/* The squares of the board, and which game is played on them. */
static void set_up(const char *game) {
    italian = !strcmp(game, "italian");
    for (int rank = 0; rank < 8; rank++) {
        RANK[rank] = 15ULL << (rank / 2 * 9 + rank % 2 * 4);
        FULL |= RANK[rank];
    }
    for (int bit = 0, square = 0; bit < 35; bit++) if (FULL >> bit & 1) {
        u64 width = 1ULL << bit;
        for (int rank = 0; rank < 8; rank++) if (RANK[rank] & width) RANK_OF[bit] = rank;
        SQUARE[bit] = square++;
        while ((width = (width << 4 | width << 5) & FULL)) AHEAD[bit] |= width;
    }
    areas();
    pairs();
}

static Tables *load(const char *path) {
    Tables *t = calloc(1, sizeof *t);
    FILE *file = fopen(path, "r");
    if (!file) { perror(path); exit(1); }
    int *into = (int *)t, n = 0;
    while (n < WITH_NET && fscanf(file, "%d", into + n) == 1) n++;
    fclose(file);
    if (n != PLAIN && n != WITH_NET) { fprintf(stderr, "%s: %d ints, not %d or %d\n", path, n, PLAIN, WITH_NET); exit(1); }
    t->has_net = n == WITH_NET;
    lay_lanes(t);
    return t;
}

static Search *searcher(const char *tables, const char *options) {
    static const struct { const char *name; size_t at; } NAMES[] = {
#define NAME(field) { #field, offsetof(Options, field) }
        NAME(nodes), NAME(window), NAME(late), NAME(least), NAME(hopeless), NAME(shallow), NAME(proof), NAME(less),
        NAME(depth), NAME(misses), NAME(wavers), NAME(greed), NAME(exchanges),
    };
    Search *s = calloc(1, sizeof *s);
    s->tables = load(tables);
    s->opt = DEFAULT;
    s->table = calloc(SLOTS, sizeof(Entry));
    char *copy = strdup(options);
    for (char *word = strtok(copy, ","); word; word = strtok(NULL, ",")) {
        size_t i, length = strcspn(word, "=");
        if (!strncmp(word, "endings=", 8)) { load_endings(word + 8); continue; }
        for (i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
            if (strlen(NAMES[i].name) == length && !strncmp(NAMES[i].name, word, length)) break;
        if (i == sizeof NAMES / sizeof *NAMES || word[length] != '=') { fprintf(stderr, "no option %s\n", word); exit(1); }
        *(int *)((char *)&s->opt + NAMES[i].at) = atoi(word + length + 1);
    }
    free(copy);
    return s;
}

static Pos opening(int plies) {
    for (;;) {
        Pos p = start();
        Move list[MOST];
        int n = 1;
        for (int i = 0; i < plies && (n = moves(&p, list)); i++) p = play(&p, &list[chance() % n]);
        if (n && moves(&p, list)) return p;
    }
}

/* One game; the positions of the game so far are kept in both players' paths. */
static void generate(Search *s, u64 seed, int game) {
    enum { LONGEST = 300, STANDSTILL = 40, LEAD = 400, DECIDED = 6, STRAY = 25 };
    static struct { Pos pos; int score; } sample[LONGEST];
    state = seed * 1000003 + game;
    chance();
    Pos p = opening(3 + chance() % 8), past[LONGEST + 1];
    int samples = 0, before = 0, quiet = 0, seen = 0, result = 0, reached;
    memset(s->table, 0, SLOTS * sizeof(Entry));
    for (int turn = 0; turn < LONGEST; turn++) {
        Move list[MOST], m;
        int n = moves(&p, list), again = 0;
        if (!n) { result = -1; break; }
        if (known_ending(&p)) {
            int score = ending(&p, 0);
            result = (score > 0) - (score < 0);
            break;
        }
        for (int i = 0; i < before; i++) again += same(&past[i], &p);
        if (again > 1 || quiet >= STANDSTILL) break;
        memcpy(s->path, past, before * sizeof(Pos));
        int score = think(s, &p, before, quiet, &m, &reached);
        if (n > 1) {
            if (abs(score) < WON && !list[0].taken) sample[samples].pos = p, sample[samples++].score = score;
            seen = abs(score) >= LEAD ? seen + 1 : 0;
            if (seen >= DECIDED) { result = score > 0 ? 1 : -1; break; }
            if (chance() % STRAY == 0) m = list[chance() % n];
        }
        if (progress(&p, &m)) before = quiet = 0;
        else { past[before++] = p; quiet++; }
        p = play(&p, &m);
    }
    for (int i = 0; i < samples; i++) {
        const Pos *q = &sample[i].pos;
        printf("%llu %llu %llu %d %d %d\n", (unsigned long long)q->white, (unsigned long long)q->black,
               (unsigned long long)q->kings, q->side, sample[i].score, q->side == p.side ? result : -result);
    }
}

static double contest(Search *first, Search *second, Pos p, int black, long *plies, long *depth) {
    enum { LONGEST = 240 };
    static Pos past[LONGEST + 1];
    int before = 0, quiet = 0;
    memset(first->table, 0, SLOTS * sizeof(Entry));
    memset(second->table, 0, SLOTS * sizeof(Entry));
    for (int turn = 0; turn < LONGEST; turn++) {
        Move list[MOST], m;
        int n = moves(&p, list), again = 0, reached, mine = p.side == black;
        if (!n) return mine ? 0 : 1;
        for (int i = 0; i < before; i++) again += same(&past[i], &p);
        if (again > 1 || (quiet >= 80)) return 0.5;
        Search *s = mine ? first : second;
        memcpy(s->path, past, before * sizeof(Pos));
        think(s, &p, before, quiet, &m, &reached);
        if (n > 1) { plies[!mine]++; depth[!mine] += reached; }
        Pos q = play(&p, &m);
        if (progress(&p, &m)) before = quiet = 0;
        else { past[before++] = p; quiet = counting(&p) && counting(&q) ? quiet + 1 : 0; }
        p = q;
    }
    return 0.5;
}

static void duel(Search *first, Search *second, u64 seed, int pairs, int plies, int each) {
    double sum = 0, squares = 0;
    long turns[2] = { 0 }, depth[2] = { 0 };
    int won = 0, drawn = 0, lost = 0;
    for (int pair = 0; pair < pairs; pair++) {
        state = seed * 1000003 + pair;
        chance();
        Pos p = opening(plies);
        first->seed = second->seed = pair;
        double a = contest(first, second, p, 0, turns, depth), b = contest(first, second, p, 1, turns, depth);
        won += (a == 1) + (b == 1); drawn += (a == 0.5) + (b == 0.5); lost += (a == 0) + (b == 0);
        double share = (a + b) / 2;
        sum += share; squares += share * share;
        if (each) printf("%.1f\n", a + b);
    }
    if (each) return;
    double mean = sum / pairs, error = 1.96 * sqrt((squares / pairs - mean * mean + 0.25 / pairs) / pairs);
    double safe = mean < 0.001 ? 0.001 : mean > 0.999 ? 0.999 : mean;
    printf("%d games +%d =%d -%d: %.1f %% +- %.1f, %+.0f Elo; depth %.1f and %.1f\n", 2 * pairs, won, drawn, lost,
           100 * mean, 100 * error, -400 * log10(1 / safe - 1), (double)depth[0] / turns[0],
           (double)depth[1] / turns[1]);
}

int main(int argc, char **argv) {
    if (argc < 4) { fprintf(stderr, "draughts GAME perft|evaluate|rate|generate|match|pairs ...: see the head of the source\n"); return 2; }
    set_up(argv[1]);
    const char *what = argv[2];
    if (!strcmp(what, "perft")) {
        Pos p = start();
        printf("%llu\n", (unsigned long long)perft(&p, atoi(argv[3])));
    } else if (!strcmp(what, "evaluate")) {
        Tables *t = load(argv[3]);
        unsigned long long white, black, kings;
        Pos p;
        while (scanf("%llu %llu %llu %d%*[^\n]", &white, &black, &kings, &p.side) == 4) {
            p.white = white; p.black = black; p.kings = kings;
            printf("%d %d\n", evaluate(&p, t), fixed(&p));
        }
    } else if (!strcmp(what, "rate") && argc == 6) {
        char options[40];
        snprintf(options, sizeof options, "nodes=%d", atoi(argv[4]));
        Search *s = searcher(argv[3], options);
        unsigned long long white, black, kings;
        Pos p;
        while (scanf("%llu %llu %llu %d%*[^\n]", &white, &black, &kings, &p.side) == 4) {
            p.white = white; p.black = black; p.kings = kings;
            rate(s, &p, atoi(argv[5]), s->opt.nodes >= FRESH);
        }
    } else if (!strcmp(what, "generate") && argc == 8) {
        Search *s = searcher(argv[3], argv[7]);
        for (int game = atoi(argv[5]); game < atoi(argv[6]); game++) generate(s, strtoull(argv[4], 0, 10), game);
    } else if ((!strcmp(what, "match") || !strcmp(what, "pairs")) && argc == 10) {
        duel(searcher(argv[3], argv[4]), searcher(argv[5], argv[6]), strtoull(argv[7], 0, 10), atoi(argv[8]),
             atoi(argv[9]), *what == 'p');
    } else return 2;
    return 0;
}
