/* Rock played with itself, fast: positions to learn from, and matches of one set of weights against another.
 *
 *     cc -O3 -march=native -o rock rock.c
 *     ./rock games WEIGHTS GAMES NODES SEED [FIRST] >rock.positions
 *     ./rock match WEIGHTS OTHER PAIRS NODES SEED [HOW HOW]
 *     ./rock pairs WEIGHTS SIGHT SIGHT PAIRS SEED
 *     ./rock ends WEIGHTS GAMES NODES SEED
 *     ./rock rate WEIGHTS NODES LOW
 *     ./rock choices WEIGHTS GAMES NODES SEED >rock.choices
 *
 * The evaluation is that of saltus/evaluation/rock.py, number for number; WEIGHTS is what `python3 -m workshop.learn.rock
 * weights` writes. The search is like saltus/engine/search.py: principal variation search with a table, killers, history and
 * late move reductions, to a number of nodes. The same arguments write the same lines: the squares of `white black 0
 * side` as in saltus/boards/grid.py, the score for the side to move, and how the game ended for it. `pairs` plays two levels
 * and writes the first one's points of every pair. HOW is search options, null=3,late=7, those of `Options`; SIGHT is
 * depth,nodes,misses,wavers,greed,exchanges as in saltus/engine/levels.py, with depth 0 for full force. `ends` writes the
 * positions before the end of games that were won, the winner to move: `white black side`, eight bits a rank; `rate`
 * reads such, and writes what each move is worth. `choices` writes the positions of games with the move that was chosen:
 * `white black side from to`, eight bits a rank.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Bits;
typedef struct { Bits pieces[2]; int side; Bits key; } Position;
typedef struct { uint8_t from, to; } Move;

enum { WIN = 30000, WON = WIN - 500, DEEPEST = 100, LONGEST = 200, KINDS = 11, FARS = 7, SHARES = 9, MOST_GROUPS = 9,
       STEPS = 30 };
#define COUNT __builtin_popcountll
#define FIRST __builtin_ctzll

/* -- the board ------------------------------------------------------------------------------------------ */

static const int FILES[8] = {1, -1, 0, 0, 1, -1, 1, -1}, RANKS[8] = {0, 0, 1, -1, 1, -1, -1, 1};
static Bits line_through[64][4], between[64][64], random_square[2][64], random_side;
static int target[64][8][9];
static Bits ring[4], corners, far_from[15][15][FARS], file_bit[3], rank_bit[3];
static const int FAR[FARS] = {2, 4, 5, 6, 7, 8, 10};
static int middle[13][85];

typedef struct { int kind, length; uint8_t squares[8]; Bits mask; } Line;
static Line lines[42];
static uint16_t ternary[256];

static uint64_t chance_state;
static uint64_t chance(void) { /* splitmix64 */
    uint64_t z = chance_state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }

static void set_up(void) {
    for (int square = 0; square < 64; square++) {
        int file = square & 7, rank = square >> 3;
        ring[min(min(file, 7 - file), min(rank, 7 - rank))] |= 1ULL << square;
        if ((file == 0 || file == 7) && (rank == 0 || rank == 7)) corners |= 1ULL << square;
        for (int bit = 0; bit < 3; bit++) {
            if (file >> bit & 1) file_bit[bit] |= 1ULL << square;
            if (rank >> bit & 1) rank_bit[bit] |= 1ULL << square;
        }
        for (int way = 0; way < 8; way++) {
            for (int k = 0; k < 9; k++) target[square][way][k] = -1;
            int f = file, r = rank;
            Bits passed = 0;
            line_through[square][way / 2] |= 1ULL << square;
            for (int k = 1; f += FILES[way], r += RANKS[way], f >= 0 && f < 8 && r >= 0 && r < 8; k++) {
                int to = r * 8 + f;
                target[square][way][k] = to;
                between[square][to] = passed;
                passed |= 1ULL << to;
                line_through[square][way / 2] |= 1ULL << to;
            }
        }
        for (int f = -7; f <= 7; f++)
            for (int r = -7; r <= 7; r++)
                for (int k = 0; k < FARS; k++)
                    if (max(abs(2 * file - 7 - f), abs(2 * rank - 7 - r)) > FAR[k])
                        far_from[f + 7][r + 7][k] |= 1ULL << square;
    }
    for (int n = 1; n <= 12; n++)
        for (int total = 0; total <= 7 * n; total++) {
            int twice = 2 * total - 7 * n, nearest = (2 * abs(twice) + n) / (2 * n);
            middle[n][total] = twice > 0 ? nearest : -nearest;
        }
    int count = 0;
    for (int way = 0; way < 8; way += 2)
        for (int square = 0; square < 64; square++) {
            int back = target[square][way + 1][1];
            if (back >= 0 || target[square][way][1] < 0) continue;
            Line *line = &lines[count++];
            line->squares[line->length++] = square;
            for (int k = 1; k < 9 && target[square][way][k] >= 0; k++)
                line->squares[line->length++] = target[square][way][k];
            for (int k = 0; k < line->length; k++) line->mask |= 1ULL << line->squares[k];
            int file = square & 7, rank = square >> 3;
            line->kind = way == 0 ? min(rank, 7 - rank) : way == 2 ? min(file, 7 - file) : 12 - line->length;
        }
    for (int pattern = 0; pattern < 256; pattern++)
        for (int bit = 7; bit >= 0; bit--) ternary[pattern] = 3 * ternary[pattern] + (pattern >> bit & 1);
    chance_state = 1;
    for (int side = 0; side < 2; side++)
        for (int square = 0; square < 64; square++) random_square[side][square] = chance();
    random_side = chance();
}

static const Bits FILE_A = 0x0101010101010101ULL;

static Bits spread(Bits bits) {
    Bits rows = bits | (bits & ~(FILE_A << 7)) << 1 | (bits & ~FILE_A) >> 1;
    return rows | rows << 8 | rows >> 8;
}

static int connected(Bits bits) {
    Bits group = bits & -bits;
    for (;;) {
        Bits grown = spread(group) & bits;
        if (grown == bits) return 1;
        if (grown == group) return 0;
        group = grown;
    }
}

static int generate(const Position *position, Move *moves) {
    Bits own = position->pieces[position->side], enemy = position->pieces[!position->side], all = own | enemy;
    int count = 0;
    for (Bits rest = own; rest; rest &= rest - 1) {
        int from = FIRST(rest);
        for (int way = 0; way < 8; way++) {
            int to = target[from][way][COUNT(line_through[from][way / 2] & all)];
            if (to >= 0 && !(own >> to & 1) && !(between[from][to] & enemy)) moves[count++] = (Move){from, to};
        }
    }
    return count;
}

static Position play(const Position *before, Move move) {
    Position after = *before;
    int side = before->side;
    after.pieces[side] ^= 1ULL << move.from | 1ULL << move.to;
    after.key ^= random_square[side][move.from] ^ random_square[side][move.to] ^ random_side;
    if (after.pieces[!side] >> move.to & 1) {
        after.pieces[!side] ^= 1ULL << move.to;
        after.key ^= random_square[!side][move.to];
    }
    after.side = !side;
    return after;
}

/* Whether the side to move can connect its pieces at once. A target must touch every group but the mover's own. */
static int connects(const Position *position) {
    Bits own = position->pieces[position->side], rest = own, reach[5], targets = 0;
    int groups = 0;
    while (rest) {
        Bits group = rest & -rest, grown;
        while ((grown = spread(group) & rest) != group) group = grown;
        rest ^= group;
        if (groups == 5) return 0;
        reach[groups++] = spread(group);
    }
    for (int mover = 0; mover < groups; mover++) {
        Bits common = ~0ULL;
        for (int other = 0; other < groups; other++)
            if (other != mover) common &= reach[other];
        targets |= common;
    }
    if (!(targets & ~own)) return 0;
    Move moves[128];
    int count = generate(position, moves);
    for (int number = 0; number < count; number++)
        if (targets >> moves[number].to & 1 && connected(own ^ 1ULL << moves[number].from ^ 1ULL << moves[number].to))
            return 1;
    return 0;
}

/* -- what a position is worth --------------------------------------------------------------------------- */

typedef struct { int groups[12][MOST_GROUPS], centre[8], shares[SHARES], far[FARS], lines[36081], leaving[STEPS], arriving[STEPS],
               capture; } Weights;
static int first_pattern[KINDS];

static Weights *read_weights(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) { fprintf(stderr, "there is no file %s\n", path); exit(1); }
    Weights *weights = malloc(sizeof *weights);
    int *number = (int *)weights;
    for (size_t at = 0; at < sizeof *weights / sizeof(int); at++)
        if (fscanf(file, "%d", &number[at]) != 1) { fprintf(stderr, "%s has too few numbers\n", path); exit(1); }
    fclose(file);
    int first = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        first_pattern[kind] = first;
        int size = 1;
        for (int k = 0; k < (kind < 4 ? 8 : 12 - kind); k++) size *= 3;
        first += size;
    }
    return weights;
}

static Bits extract(Bits bits, const Line *line) {
    Bits found = 0;
#ifdef __BMI2__
    found = __builtin_ia32_pext_di(bits, line->mask);
#else
    for (int k = 0; k < line->length; k++) found |= (bits >> line->squares[k] & 1) << k;
#endif
    return found;
}

static int divide(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); } /* rounding down */

static int gathered(const Weights *weights, Bits p) {
    Bits right = p >> 1 & ~(FILE_A << 7), up = p >> 8, across = right >> 8;
    int count = COUNT(p);
    int beside = COUNT(p & right) + COUNT(p & up), diagonal = COUNT(p & across) + COUNT(right & up);
    int fours = COUNT(p & right & up & across);
    int threes = COUNT((p & right & (up | across)) | (up & across & (p | right))) - fours;
    int groups = count - beside - diagonal + threes + 3 * fours;
    int files = 0, ranks = 0;
    for (int bit = 0; bit < 3; bit++) {
        files += COUNT(p & file_bit[bit]) << bit;
        ranks += COUNT(p & rank_bit[bit]) << bit;
    }
    int file = middle[count][files], rank = middle[count][ranks];
    const int *w = weights->shares;
    int share = w[0] * beside + w[1] * diagonal + w[2] * threes + w[3] * fours + w[4] * COUNT(p & corners);
    for (int k = 0; k < 4; k++) share += w[5 + k] * COUNT(p & ring[k]);
    for (int k = 0; k < FARS; k++) share += weights->far[k] * COUNT(p & far_from[file + 7][rank + 7][k]);
    return weights->groups[count - 1][min(max(groups, 1), MOST_GROUPS) - 1] +
           weights->centre[max(abs(file), abs(rank))] + divide(share, count);
}

/* How far a square is from a centre of mass, in half squares from the middle of the board: the greater of file and rank,
 * and whether the lesser is more than half of it. */
static int steps(int square, int file, int rank) {
    int a = abs(2 * (square & 7) - 7 - file), b = abs(2 * (square >> 3) - 7 - rank);
    return 2 * max(a, b) + (2 * min(a, b) > max(a, b));
}

/* What each of these moves promises before it is searched. */
static void promises(const Weights *weights, const Position *position, const Move *moves, int count, int *promise) {
    Bits own = position->pieces[position->side], enemy = position->pieces[!position->side];
    int files = 0, ranks = 0, pieces = COUNT(own);
    for (int bit = 0; bit < 3; bit++) {
        files += COUNT(own & file_bit[bit]) << bit;
        ranks += COUNT(own & rank_bit[bit]) << bit;
    }
    int file = middle[pieces][files], rank = middle[pieces][ranks];
    for (int k = 0; k < count; k++)
        promise[k] = weights->leaving[steps(moves[k].from, file, rank)] +
                     weights->arriving[steps(moves[k].to, file, rank)] + (enemy >> moves[k].to & 1 ? weights->capture : 0);
}

static int evaluate(const Weights *weights, const Position *position) {
    Bits own = position->pieces[position->side], enemy = position->pieces[!position->side];
    int value = gathered(weights, own) - gathered(weights, enemy);
    for (int number = 0; number < 42; number++) {
        const Line *line = &lines[number];
        int pattern = ternary[extract(own, line)] + 2 * ternary[extract(enemy, line)];
        value += weights->lines[first_pattern[line->kind] + pattern];
    }
    return max(-WON + 1, min(WON - 1, value));
}

/* -- the search ----------------------------------------------------------------------------------------- */

typedef struct { Bits key; int16_t score; int8_t depth; uint8_t bound; Move move; } Entry;
enum { ENTRIES = 1 << 18 };
typedef struct { int depth, nodes, misses, wavers, greed, exchanges; } Sight;
typedef struct {
    int late, later;  /* moves from these numbers on are reduced by one and by two plies more; 0 for none */
    int near;         /* moves from this number on are reduced by one ply at the last two plies too; 0 for none */
    int null, from;   /* what a turn that is skipped is searched less deep, and from which depth on; 0 for never */
    int shallow, hopeless; /* how far from the leaves a position is given up that is behind by so much a ply */
    int less, proof;  /* how much less deep a position that looks too good is searched to prove it, and by how much */
    int cut;          /* whether a reply that the table knows to refute is looked for before any is searched */
    int first;        /* from which depth on a move to begin with is looked for where the table has none */
    int threats;      /* how far from the leaves a threat to connect is looked at one ply deeper */
    int order;        /* whether moves are ordered by what has been learned, captures too, and captures are reduced too */
    int relative;     /* whether history counts how often a move refutes of the times that it is tried */
    int nodes;        /* positions a turn; 0 for as many as the match allows */
} Options;
static const Options PLAIN = {0, 0, 0, 0, 3, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0},
                     USUAL = {7, 15, 0, 0, 3, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0};
typedef struct {
    const Weights *weights;
    Options how;
    Sight sight;
    Bits seed;
    Entry *table;
    long nodes, most;
    int history[2][64][64], tried[2][64][64];
    Move killers[DEEPEST + 2][2];
    Bits path[LONGEST + DEEPEST + 2];
    int begun; /* positions of the game in `path` */
    Move best;
} Search;

static Bits mix(Bits number) {
    Bits kept = chance_state, mixed;
    chance_state = number, mixed = chance(), chance_state = kept;
    return mixed;
}

static Bits mood(const Search *search, const Position *position) {
    return mix(position->pieces[0]) ^ mix(position->pieces[1] + 1) ^ (search->seed + position->side);
}

/* The moves that are seen: all captures, most of the others. */
static int seen(const Search *search, const Position *position, Move *moves) {
    int count = generate(position, moves), kept = 0;
    if (!search->sight.misses || count < 3) return count;
    Bits base = mood(search, position), enemy = position->pieces[!position->side];
    for (int k = 0; k < count; k++)
        if (enemy >> moves[k].to & 1 ||
            mix(base ^ 1ULL << moves[k].from ^ 1ULL << moves[k].to) % 100 >= (Bits)search->sight.misses)
            moves[kept++] = moves[k];
    return kept ? kept : 1;
}

/* What a leaf seems to be worth. */
static int judged(const Search *search, const Position *position, int ply) {
    const Sight *sight = &search->sight;
    if (sight->exchanges && connects(position)) return WIN - ply - 1;
    int value = evaluate(search->weights, position);
    if (!sight->depth) return value;
    value += sight->greed * (COUNT(position->pieces[position->side]) - COUNT(position->pieces[!position->side]));
    return value + (int)(mix(mood(search, position)) % (2 * sight->wavers + 1)) - sight->wavers;
}

static int same(Move a, Move b) { return a.from == b.from && a.to == b.to; }

static int node(Search *search, const Position *position, int depth, int ply, int alpha, int beta, int cuts) {
    search->nodes++;
    Bits own = position->pieces[position->side], enemy = position->pieces[!position->side];
    const Options *how = &search->how;
    int ours = connected(own), theirs = connected(enemy);
    if (ours || theirs) return ours && theirs ? 0 : ours ? WIN - ply : ply - WIN;
    if (depth <= 0 || ply >= DEEPEST) {
        if (depth == 0 && how->threats && ply < DEEPEST && !connects(position)) {
            Position other = {{position->pieces[0], position->pieces[1]}, !position->side, 0};
            if (connects(&other)) depth = 1;
        }
        if (depth <= 0) return judged(search, position, ply);
    }
    if (search->nodes > search->most && ply) return 0;
    if (ply)
        for (int at = search->begun + ply - 2; at >= 0; at -= 2)
            if (search->path[at] == position->key) return 0;
    search->path[search->begun + ply] = position->key;
    Entry *entry = &search->table[position->key % ENTRIES];
    Move known = {0, 0};
    if (entry->key == position->key) {
        known = entry->move;
        int score = entry->score >= WON ? entry->score - ply : entry->score <= -WON ? entry->score + ply : entry->score;
        if (ply && entry->depth >= depth &&
            (entry->bound == 3 || (entry->bound == 1 ? score >= beta : score <= alpha)))
            return score;
    }
    if (ply && cuts && beta - alpha == 1 && abs(beta) < WON && (how->hopeless || how->proof || how->null) &&
        !connects(position)) {
        int stand = evaluate(search->weights, position);
        if (how->hopeless && depth <= how->shallow) {
            if (stand + how->hopeless * depth <= alpha) return stand;
        } else if (stand >= beta) {
            if (how->proof) {
                int goal = beta + how->proof, value = stand;
                if (depth > how->less) value = node(search, position, depth - how->less, ply, goal - 1, goal, 0);
                if (search->nodes > search->most) return 0;
                if (value >= goal) return beta;
            }
            if (how->null && depth >= how->from && COUNT(own) > 2) {
                Position other = *position;
                other.side = !other.side, other.key ^= random_side;
                int value = -node(search, &other, depth - 1 - how->null, ply + 1, -beta, 1 - beta, 0);
                if (search->nodes > search->most) return 0;
                if (value >= beta) return value >= WON ? beta : value;
            }
        }
    }
    if (how->first && depth >= how->first && !known.from && !known.to && ply) {
        node(search, position, depth - 2, ply, alpha, beta, cuts);
        if (search->nodes > search->most) return 0;
        if (entry->key == position->key) known = entry->move;
    }
    Move moves[128];
    int promise[128], count = seen(search, position, moves);
    if (!count) return 0;
    if (how->cut && depth > 1 && ply)
        for (int k = 0; k < count; k++) {
            Position child = play(position, moves[k]);
            Entry *after = &search->table[child.key % ENTRIES];
            if (after->key == child.key && after->depth >= depth - 1 && after->bound & 2 && -after->score >= beta &&
                abs(after->score) < WON)
                return -after->score;
        }
    if (how->order) promises(search->weights, position, moves, count, promise);
    for (int k = 0; k < count; k++) {
        Move move = moves[k];
        int refuted = search->history[position->side][move.from][move.to];
        if (how->relative) refuted = (int)(1000L * refuted / (1 + search->tried[position->side][move.from][move.to]));
        promise[k] = same(move, known) && (known.from || known.to) ? 1 << 30
                     : enemy >> move.to & 1 && !how->order         ? 1 << 29
                     : same(move, search->killers[ply][0]) || same(move, search->killers[ply][1]) ? 1 << 28
                     : how->order ? promise[k] + refuted
                                  : refuted;
    }
    int best = -2 * WIN, started = alpha;
    Move chosen = moves[0];
    for (int k = 0; k < count; k++) {
        int next = k;
        for (int other = k + 1; other < count; other++)
            if (promise[other] > promise[next]) next = other;
        Move move = moves[next];
        int swap = promise[next];
        moves[next] = moves[k], promise[next] = promise[k], moves[k] = move, promise[k] = swap;
        Position child = play(position, move);
        int value, less = 1;
        if (depth == 2 && how->near && k >= how->near) less = 2;
        if (depth > 2 && k > 2 && (how->order || !(enemy >> move.to & 1)))
            less = 2 + (how->late && k >= how->late && depth > 3) + (how->later && k >= how->later && depth > 4);
        if (k == 0) {
            value = -node(search, &child, depth - 1, ply + 1, -beta, -alpha, 1);
        } else {
            value = -node(search, &child, depth - less, ply + 1, -alpha - 1, -alpha, 1);
            if (value > alpha && less > 1) value = -node(search, &child, depth - 1, ply + 1, -alpha - 1, -alpha, 1);
            if (value > alpha && value < beta) value = -node(search, &child, depth - 1, ply + 1, -beta, -alpha, 1);
        }
        if (search->nodes > search->most && (ply || best > -WIN)) return best;
        search->tried[position->side][move.from][move.to] += depth * depth;
        if (value > best) {
            best = value, chosen = move;
            if (!ply) search->best = move;
            if (value > alpha) alpha = value;
            if (value >= beta) {
                if (!(enemy >> move.to & 1)) {
                    search->history[position->side][move.from][move.to] += depth * depth;
                    if (!same(search->killers[ply][0], move)) {
                        search->killers[ply][1] = search->killers[ply][0];
                        search->killers[ply][0] = move;
                    }
                }
                break;
            }
        }
    }
    int score = best >= WON ? best + ply : best <= -WON ? best - ply : best;
    *entry = (Entry){position->key, score, depth, best >= beta ? 1 : best > started ? 3 : 2, chosen};
    return best;
}

/* The score of `position`, searched to so many nodes; `search->best` is the move. */
static int think(Search *search, const Position *position, long nodes) {
    search->nodes = 0, search->most = search->how.nodes ? search->how.nodes : nodes;
    memset(search->history, 0, sizeof search->history);
    memset(search->tried, 0, sizeof search->tried);
    memset(search->killers, 0, sizeof search->killers);
    int score = 0, deepest = search->sight.depth ? search->sight.depth : 59;
    Move best = {0, 0};
    if (search->sight.depth) memset(search->table, 0, ENTRIES * sizeof(Entry));
    for (int depth = 1; depth <= deepest; depth++) {
        int found = node(search, position, depth, 0, -2 * WIN, 2 * WIN, 1);
        if (search->nodes > search->most) {
            if (found > -WIN && depth > 1) best = search->best; /* at least the old best move was searched again */
            break;
        }
        best = search->best, score = found;
        if (abs(score) >= WON) break;
    }
    search->best = best;
    return score;
}

/* -- games ---------------------------------------------------------------------------------------------- */

static Position opening(void) {
    for (;;) {
        Position position = {{0, 0}, 0, 0};
        for (int k = 1; k < 7; k++) {
            position.pieces[0] |= 1ULL << k | 1ULL << (56 + k);
            position.pieces[1] |= 1ULL << 8 * k | 1ULL << (8 * k + 7);
        }
        for (int side = 0; side < 2; side++)
            for (Bits rest = position.pieces[side]; rest; rest &= rest - 1)
                position.key ^= random_square[side][FIRST(rest)];
        int plies = 3 + chance() % 8, over = 0;
        while (plies-- && !over) {
            Move moves[128];
            int count = generate(&position, moves);
            if (count) position = play(&position, moves[chance() % count]);
            over = !count || connected(position.pieces[0]) || connected(position.pieces[1]);
        }
        if (!over && !connects(&position)) return position;
    }
}

static Bits strided(Bits bits) { /* nine bits a rank, but for the last: it does not fit, see `write` */
    Bits found = 0;
    for (int rank = 0; rank < 7; rank++) found |= (bits >> 8 * rank & 255) << 9 * rank;
    return found;
}

static void write(Bits bits) { /* in base ten; 71 bits */
    unsigned __int128 whole = strided(bits) + ((unsigned __int128)(bits >> 56) << 63);
    char text[32];
    int at = 32;
    do text[--at] = '0' + (int)(whole % 10); while (whole /= 10);
    printf("%.*s ", 32 - at, text + at);
}

typedef struct { Position position; int score; } Sample;

/* Writes what the moves are worth after so many nodes, each searched by itself: `from to score` for each, and after a
 * bar, for every depth that was finished, which is the best and what it and the second best are worth. What is worth less
 * than `least` may be worth any less. */
static void rate(Search *search, const Position *position, long nodes, int least) {
    Move moves[128];
    int count = generate(position, moves), score[128] = {0}, last[128] = {0}, finished = 0, stopped = 0;
    struct { int best, first, second; } seen[DEEPEST];
    search->nodes = 0, search->most = nodes, search->begun = 0;
    memset(search->history, 0, sizeof search->history);
    memset(search->killers, 0, sizeof search->killers);
    memset(search->table, 0, ENTRIES * sizeof(Entry));
    search->path[0] = position->key;
    for (int depth = 1; depth < 40 && !stopped; depth++) {
        int best = 0, second = -2 * WIN;
        for (int k = 0; k < count && !stopped; k++) {
            Position child = play(position, moves[k]);
            score[k] = -node(search, &child, depth - 1, 1, -2 * WIN, -least, 1);
            stopped = search->nodes > search->most;
        }
        if (stopped) break;
        for (int k = 1; k < count; k++) if (score[k] > score[best]) best = k;
        for (int k = 0; k < count; k++) if (k != best && score[k] > second) second = score[k];
        memcpy(last, score, sizeof last);
        seen[finished].best = best, seen[finished].first = score[best], seen[finished++].second = second;
        if (second >= WON) break;
    }
    for (int k = 0; k < count; k++) printf("%d %d %d ", moves[k].from, moves[k].to, last[k]);
    printf("|");
    for (int k = 0; k < finished; k++) printf(" %d %d %d", seen[k].best, seen[k].first, seen[k].second);
    printf("\n");
}

/* Plays a game; 2, 1 or 0 for White's win, a draw, or Black's. `stray` of a thousand turns are drawn by lot. */
static int game(Search *players[2], Position position, long nodes, int stray, Sample *samples, int *count) {
    static Bits past[LONGEST];
    for (int ply = 0; ply < LONGEST; ply++) {
        int white = connected(position.pieces[0]), black = connected(position.pieces[1]);
        if (white || black) return white && black ? 1 : 2 * white;
        Move moves[128];
        int legal = generate(&position, moves), repeated = 0;
        if (!legal) return 1;
        for (int at = ply - 2; at >= 0; at -= 2) repeated += past[at] == position.key;
        if (repeated > 1) return 1;
        past[ply] = position.key;
        Search *search = players[position.side];
        memcpy(search->path, past, ply * sizeof *past);
        search->begun = ply;
        int score = think(search, &position, nodes ? nodes : search->sight.nodes);
        if (samples && abs(score) < WON && !connects(&position)) samples[(*count)++] = (Sample){position, score};
        Move move = search->best;
        if (stray && (int)(chance() % 1000) < stray) move = moves[chance() % legal];
        position = play(&position, move);
    }
    return 1;
}

static Search *player(const Weights *weights) {
    Search *search = calloc(1, sizeof *search);
    search->weights = weights;
    search->how = PLAIN;
    search->sight.exchanges = 1;
    search->table = calloc(ENTRIES, sizeof(Entry));
    return search;
}

/* The options in `words`, name=value with commas between, on top of the usual ones. */
static Options options(const char *words) {
    static const char *NAMES[] = {"late", "later", "near", "null", "from", "shallow", "hopeless", "less", "proof", "cut",
                                  "first", "threats", "order", "relative", "nodes"};
    Options found = USUAL;
    for (const char *at = words; *at; at += strcspn(at, ","), at += *at == ',') {
        size_t length = strcspn(at, "="), k = 0, all = sizeof NAMES / sizeof *NAMES;
        while (k < all && (strlen(NAMES[k]) != length || strncmp(NAMES[k], at, length))) k++;
        if (k == all || at[length] != '=') { fprintf(stderr, "there is no option %s\n", at); exit(1); }
        ((int *)&found)[k] = atoi(at + length + 1);
    }
    return found;
}

int main(int count, char **words) {
    set_up();
    if ((count == 6 || count == 7) && !strcmp(words[1], "games")) {
        Search *search = player(read_weights(words[2])), *players[2] = {search, search};
        int first = count == 7 ? atoi(words[6]) : 0, last = first + atoi(words[3]);
        for (int number = first; number < last; number++) {
            chance_state = strtoull(words[5], 0, 10) << 32 | number;
            memset(search->table, 0, ENTRIES * sizeof(Entry));
            static Sample samples[LONGEST];
            int found = 0, result = game(players, opening(), atol(words[4]), 30, samples, &found) - 1;
            for (int k = 0; k < found; k++) {
                Position *position = &samples[k].position;
                write(position->pieces[0]);
                write(position->pieces[1]);
                printf("0 %d %d %d\n", position->side, samples[k].score, position->side ? -result : result);
            }
        }
        return 0;
    }
    if (count == 6 && !strcmp(words[1], "ends")) {
        enum { LAST = 11 };
        Search *search = player(read_weights(words[2]));
        for (int number = 0; number < atoi(words[3]); number++) {
            chance_state = strtoull(words[5], 0, 10) << 32 | number;
            memset(search->table, 0, ENTRIES * sizeof(Entry));
            Position played[LONGEST + 1];
            int ply = 0, white = 0, black = 0;
            for (played[0] = opening(); ply < LONGEST; ply++) {
                Move moves[128];
                white = connected(played[ply].pieces[0]), black = connected(played[ply].pieces[1]);
                if (white || black || !generate(&played[ply], moves)) break;
                search->begun = 0;
                think(search, &played[ply], atol(words[4]));
                played[ply + 1] = play(&played[ply], search->best);
            }
            for (int at = ply - 3; white != black && at >= 0 && at >= ply - LAST; at--)
                if (played[at].side == black && !connects(&played[at]))
                    printf("%llu %llu %d\n", (unsigned long long)played[at].pieces[0],
                           (unsigned long long)played[at].pieces[1], played[at].side);
        }
        return 0;
    }
    if (count == 6 && !strcmp(words[1], "choices")) {
        Search *search = player(read_weights(words[2]));
        search->how = options("proof=30");
        for (int number = 0; number < atoi(words[3]); number++) {
            chance_state = strtoull(words[5], 0, 10) << 32 | number;
            memset(search->table, 0, ENTRIES * sizeof(Entry));
            Position position = opening();
            search->begun = 0;
            for (int ply = 0; ply < LONGEST; ply++) {
                Move moves[128];
                if (connected(position.pieces[0]) || connected(position.pieces[1])) break;
                if (!generate(&position, moves)) break;
                if (abs(think(search, &position, atol(words[4]))) < WON)
                    printf("%llu %llu %d %d %d\n", (unsigned long long)position.pieces[0],
                           (unsigned long long)position.pieces[1], position.side, search->best.from, search->best.to);
                position = play(&position, search->best);
            }
        }
        return 0;
    }
    if (count == 5 && !strcmp(words[1], "rate")) {
        Search *search = player(read_weights(words[2]));
        unsigned long long white, black;
        int side;
        while (scanf("%llu %llu %d", &white, &black, &side) == 3) {
            Position position = {{white, black}, side, 0};
            if (side) position.key ^= random_side;
            for (int k = 0; k < 2; k++)
                for (Bits rest = position.pieces[k]; rest; rest &= rest - 1)
                    position.key ^= random_square[k][FIRST(rest)];
            rate(search, &position, atol(words[3]), atoi(words[4]));
        }
        return 0;
    }
    if ((count == 7 || count == 9) && !strcmp(words[1], "match")) {
        Search *one = player(read_weights(words[2])), *two = player(read_weights(words[3]));
        one->how = options(count == 9 ? words[7] : ""), two->how = options(count == 9 ? words[8] : "");
        int pairs = atoi(words[4]);
        double points = 0, squares = 0;
        for (int number = 0; number < pairs; number++) {
            chance_state = strtoull(words[6], 0, 10) << 32 | number;
            Position beginning = opening();
            Search *there[2] = {one, two}, *back[2] = {two, one};
            memset(one->table, 0, ENTRIES * sizeof(Entry));
            memset(two->table, 0, ENTRIES * sizeof(Entry));
            double pair = game(there, beginning, atol(words[5]), 0, 0, 0);
            memset(one->table, 0, ENTRIES * sizeof(Entry));
            memset(two->table, 0, ENTRIES * sizeof(Entry));
            pair += 2 - game(back, beginning, atol(words[5]), 0, 0, 0);
            points += pair / 4;
            squares += pair * pair / 16;
        }
        double mean = points / pairs, spread_ = __builtin_sqrt((squares / pairs - mean * mean) / pairs);
        printf("%d pairs, %.1f %% ± %.1f\n", pairs, 100 * mean, 196 * spread_);
        return 0;
    }
    if (count == 7 && !strcmp(words[1], "pairs")) {
        const Weights *weights = read_weights(words[2]);
        Search *players[2] = {player(weights), player(weights)}, *swapped[2] = {players[1], players[0]};
        for (int k = 0; k < 2; k++) {
            Sight *sight = &players[k]->sight;
            if (sscanf(words[3 + k], "%d,%d,%d,%d,%d,%d", &sight->depth, &sight->nodes, &sight->misses, &sight->wavers,
                       &sight->greed, &sight->exchanges) != 6) return 2;
        }
        for (int number = 0; number < atoi(words[5]); number++) {
            chance_state = strtoull(words[6], 0, 10) << 32 | number;
            Position beginning = opening();
            int points = 2;
            for (int k = 0; k < 2; k++) {
                players[k]->seed = number;
                memset(players[k]->table, 0, ENTRIES * sizeof(Entry));
            }
            points += game(players, beginning, 0, 0, 0, 0);
            for (int k = 0; k < 2; k++) memset(players[k]->table, 0, ENTRIES * sizeof(Entry));
            points -= game(swapped, beginning, 0, 0, 0, 0);
            printf("%.1f\n", points / 2.0);
        }
        return 0;
    }
    fprintf(stderr, "rock games WEIGHTS GAMES NODES SEED [FIRST], or rock match WEIGHTS OTHER PAIRS NODES SEED [HOW HOW], "
                    "or rock pairs WEIGHTS SIGHT SIGHT PAIRS SEED, or rock ends WEIGHTS GAMES NODES SEED, "
                    "or rock rate WEIGHTS NODES LOW, or rock choices WEIGHTS GAMES NODES SEED\n");
    return 2;
}
