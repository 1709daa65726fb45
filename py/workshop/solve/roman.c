/* Solves the endings of Roman Solitaire by retrograde analysis. Not shipped; driven by `workshop.solve.roman`.

    roman MANY FEW …            the values of these endings and of all that they lead to, to standard output
    roman check MANY FEW …      the same to nowhere: every value is compared with the best of those after it

An ending is named by its pieces, those of the side that has as many or more first: 3 1 is three against one. A position
is seen by the side to move. The *few* (the enemies where both have as many) are laid on the board in the first of eight
ways that makes a small number of them, and so the *many* with them: where the few look the same in several ways, in the
one that makes the many's number smallest. Numbers of sets are those of the combinatorial number system, squares counted
from 0 (a1, b1, …). The place of a position is

    sort of the few * C(64, many) + number of the many

with the sorts of few counted in the order of their numbers. A value is one byte: 0 for a draw or for no position at
all, else the plies to the end and 1 more, so that an even one is won and an odd one lost for the side to move.

Written are the positions with the many to move, ending by ending, as they are solved: the fewer pieces, the sooner, and
of as many pieces the most even last. Those with the few to move follow from them with one ply: the few have not many
moves.

A pass finds the positions that end in exactly so many plies. It looks only at those where something has changed: a
step leads to a position that was found in the pass before, or a capture to one of that value. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
typedef struct { u64 own, enemy; } Pos;
typedef struct { int many, few; uint8_t *values[2]; } Ending;

enum { MOST_MANY = 5, MOST_FEW = 2, MOST_SETS = 2016, MOST = 64 };

static long binomial[65][MOST_MANY + 1];
static uint8_t turned[8][64];
static u64 board_turned[8][8][256];
static int sorts[MOST_FEW + 1];
static int sort_of[MOST_FEW + 1][MOST_SETS], ways_of[MOST_FEW + 1][MOST_SETS];
static u64 few_of[MOST_FEW + 1][MOST_SETS];
static Ending endings[16], *of[MOST_MANY + 1][MOST_FEW + 1];
static int ending_count;

static int count(u64 bits) { return __builtin_popcountll(bits); }
static int low(u64 bits) { return __builtin_ctzll(bits); }

static u64 turn(int way, u64 bits) {
    u64 found = 0;
    for (int rank = 0; rank < 8; rank++) found |= board_turned[way][rank][bits >> 8 * rank & 255];
    return found;
}

static long number(u64 bits) {
    long found = 0;
    for (int k = 1; bits; bits &= bits - 1) found += binomial[low(bits)][k++];
    return found;
}

static u64 numbered(long number, int k) {
    u64 bits = 0;
    for (int at = 63; k; k--) {
        while (binomial[at][k] > number) at--;
        number -= binomial[at][k];
        bits |= 1ULL << at;
    }
    return bits;
}

static void prepare(void) {
    for (int n = 0; n <= 64; n++)
        for (int k = 0; k <= MOST_MANY; k++)
            binomial[n][k] = !k ? 1 : !n ? 0 : binomial[n - 1][k] + binomial[n - 1][k - 1];
    for (int way = 0; way < 8; way++)
        for (int square = 0; square < 64; square++) {
            int file = square % 8, rank = square / 8;
            if (way & 1) file = 7 - file;
            if (way & 2) rank = 7 - rank;
            int to = way & 4 ? file * 8 + rank : rank * 8 + file;
            turned[way][square] = to;
            for (int pattern = 0; pattern < 256; pattern++)
                if (pattern >> square % 8 & 1) board_turned[way][square / 8][pattern] |= 1ULL << to;
        }
    for (int few = 1; few <= MOST_FEW; few++)
        for (int at = 0; at < binomial[64][few]; at++) {
            u64 bits = numbered(at, few);
            long least = at;
            for (int way = 1; way < 8; way++) {
                long other = number(turn(way, bits));
                if (other < least) least = other;
            }
            if (least == at) {
                few_of[few][sorts[few]] = bits;
                sort_of[few][at] = sorts[few]++;
            } else sort_of[few][at] = sort_of[few][least];
            for (int way = 0; way < 8; way++)
                if (number(turn(way, bits)) == least) ways_of[few][at] |= 1 << way;
        }
}

static long size(const Ending *e) { return sorts[e->few] * binomial[64][e->many]; }

static long place(u64 many, u64 few, int fews) {
    long at = number(few), least = 1L << 40;
    for (int ways = ways_of[fews][at]; ways; ways &= ways - 1) {
        long found = number(turn(__builtin_ctz(ways), many));
        if (found < least) least = found;
    }
    return sort_of[fews][at] * binomial[64][count(many)] + least;
}

/* The value of a position, by the ending and the view that it belongs to. */
static uint8_t *value_of(u64 own, u64 enemy) {
    int a = count(own), b = count(enemy);
    if (a >= b) return &of[a][b]->values[0][place(own, enemy, b)];
    return &of[b][a]->values[1][place(enemy, own, a)];
}

/* Whether the place holds a position, and its only place. */
static int placed(const Ending *e, int view, long at, Pos *p) {
    u64 few = few_of[e->few][at / binomial[64][e->many]], many = numbered(at % binomial[64][e->many], e->many);
    if (few & many || place(many, few, e->few) != at) return 0;
    *p = view ? (Pos){ few, many } : (Pos){ many, few };
    return 1;
}

static const int FILES[8] = { -1, 0, 1, -1, 1, -1, 0, 1 }, RANKS[8] = { -1, -1, -1, 0, 0, 1, 1, 1 };

static int beside(int square, int way, int distance) {
    int file = square % 8 + FILES[way] * distance, rank = square / 8 + RANKS[way] * distance;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

/* The positions after each turn, still seen by the same side; whether it captured. A pass is a turn like others. */
static int after(const Pos *p, Pos *list, int *captured) {
    int n = 0;
    u64 taken = p->own | p->enemy;
    for (u64 rest = p->own; rest; rest &= rest - 1) {
        int from = low(rest);
        for (int way = 0; way < 8; way++) {
            int near = beside(from, way, 1), far = beside(from, way, 2);
            if (near < 0) continue;
            if (!(taken >> near & 1)) {
                captured[n] = 0;
                list[n++] = (Pos){ p->own ^ 1ULL << from ^ 1ULL << near, p->enemy };
            } else if (p->enemy >> near & 1 && far >= 0 && !(taken >> far & 1)) {
                captured[n] = 1;
                list[n++] = (Pos){ p->own ^ 1ULL << from ^ 1ULL << far, p->enemy ^ 1ULL << near };
            }
        }
    }
    return n;
}

static int turns(const Pos *p, Pos *list, int *captured) {
    int n = after(p, list, captured);
    if (n || !p->own || !p->enemy) return n;
    Pos other = { p->enemy, p->own }, unused[MOST];
    int ignored[MOST];
    if (!after(&other, unused, ignored)) return 0;
    list[0] = *p;
    captured[0] = 0;
    return 1;
}

static int known(const Pos *after) { return after->enemy ? *value_of(after->enemy, after->own) : 1; }

/* What the position is worth if it ends in `plies`, 0 if it does not or not yet; the next pass at which what a capture
   leads to may matter goes to `next`. */
static int valued(const Pos *p, int plies, int *next) {
    Pos list[MOST];
    int captured[MOST], n = turns(p, list, captured), lost = n > 0, soonest = 255, latest = 0;
    *next = 255;
    for (int i = 0; i < n; i++) {
        int value = known(&list[i]);
        if (value && value % 2 && value < soonest) soonest = value;
        if (!value || value % 2) lost = 0;
        else if (value > latest) latest = value;
        if (captured[i] && value > plies && value < *next) *next = value;
    }
    /* What was found in this pass is not in the table yet: a value of more than plies + 1 is not due. */
    if (soonest < 255) return soonest <= plies ? soonest + 1 : 0;
    return lost && latest <= plies ? latest + 1 : 0;
}

static uint8_t *flag[2], *due[2];

/* The positions from which a step or a pass of the other side leads here have something to look at. */
static void mark(const Ending *e, const Pos *p) {
    u64 taken = p->own | p->enemy;
    int view = count(p->enemy) < count(p->own);
    for (u64 rest = p->enemy; rest; rest &= rest - 1) {
        int here = low(rest);
        for (int way = 0; way < 8; way++) {
            int from = beside(here, way, 1);
            if (from < 0 || taken >> from & 1) continue;
            u64 moved = p->enemy ^ 1ULL << here ^ 1ULL << from;
            flag[view][view ? place(p->own, moved, e->few) : place(moved, p->own, e->few)] = 1;
        }
    }
    flag[view][view ? place(p->own, p->enemy, e->few) : place(p->enemy, p->own, e->few)] = 1;
}

static int solve(Ending *e) {
    long many = size(e);
    int views = e->many == e->few ? 1 : 2, longest = 0;
    for (int view = 0; view < views; view++) {
        e->values[view] = calloc(many, 1);
        flag[view] = calloc(many, 1);
        due[view] = calloc(many, 1);
    }
    long *fresh = 0, room = 0;
    for (int plies = 1; plies < 254; plies++) {
        long fresh_count = 0;
        int waiting = 0;
        for (int view = 0; view < views; view++)
            for (long at = 0; at < many; at++) {
                uint8_t *value = &e->values[view][at], *flagged = &flag[view][at], *wait = &due[view][at];
                if (*value || *wait == 255) { if (!*flagged || *value) continue; }
                else if (*wait > plies && !*flagged) { waiting = 1; continue; }
                *flagged = 0;
                Pos p;
                int next;
                if (!placed(e, view, at, &p)) { *wait = 255; continue; }
                int found = valued(&p, plies, &next);
                *wait = next;
                if (next < 255) waiting = 1;
                if (!found) continue;
                if (fresh_count == room) fresh = realloc(fresh, (room = room ? 2 * room : 1 << 16) * sizeof *fresh);
                fresh[fresh_count++] = at << 9 | view << 8 | found;
            }
        for (long j = 0; j < fresh_count; j++) e->values[fresh[j] >> 8 & 1][fresh[j] >> 9] = fresh[j] & 255;
        for (long j = 0; j < fresh_count; j++) {
            Pos p;
            placed(e, fresh[j] >> 8 & 1, fresh[j] >> 9, &p);
            mark(e, &p);
        }
        if (fresh_count) longest = plies;
        if (!fresh_count && !waiting) break;
    }
    free(fresh);
    for (int view = 0; view < views; view++) { free(flag[view]); free(due[view]); }
    return longest;
}

/* Every value once more, from scratch. */
static long wrong(const Ending *e) {
    long found = 0;
    for (int view = 0; view < 2 && e->values[view]; view++)
        for (long at = 0; at < size(e); at++) {
            Pos p, list[MOST];
            int captured[MOST];
            if (!placed(e, view, at, &p)) { found += e->values[view][at] != 0; continue; }
            int n = turns(&p, list, captured), best_win = 255, worst = 0, open = !n;
            for (int j = 0; j < n; j++) {
                int value = known(&list[j]);
                if (value % 2) { if (value < best_win) best_win = value; }
                else if (value) { if (value > worst) worst = value; }
                else open = 1;
            }
            found += e->values[view][at] != (best_win < 255 ? best_win + 1 : open ? 0 : worst + 1);
        }
    return found;
}

/* How many positions there are: each place stands for as many as there are ways to turn it that differ. */
static void tell(const Ending *e, int longest) {
    for (int view = 0; view < 2 && e->values[view]; view++) {
        long won = 0, drawn = 0, lost = 0, places = 0;
        for (long at = 0; at < size(e); at++) {
            Pos p;
            if (!placed(e, view, at, &p)) continue;
            int same = 0, value = e->values[view][at];
            for (int way = 0; way < 8; way++) same += turn(way, p.own) == p.own && turn(way, p.enemy) == p.enemy;
            places++;
            *(!value ? &drawn : value % 2 ? &lost : &won) += 8 / same;
        }
        fprintf(stderr, "%d against %d: %ld positions (%ld but for turning the board), %ld won, %ld drawn, %ld lost; "
            "%d plies\n", view ? e->few : e->many, view ? e->many : e->few, won + drawn + lost, places, won, drawn,
            lost, longest);
    }
}

static void add(int many, int few) {
    if (many < few) { int other = many; many = few; few = other; }
    if (!few || of[many][few]) return;
    add(many - 1, few);
    add(many, few - 1);
    Ending *e = &endings[ending_count++];
    *e = (Ending){ many, few, { 0, 0 } };
    of[many][few] = e;
}

static int sooner(const void *a, const void *b) {
    const Ending *one = a, *two = b;
    int fewer = one->many + one->few - two->many - two->few;
    return fewer ? fewer : one->few - two->few;
}

int main(int argc, char **argv) {
    int check = argc > 1 && !strcmp(argv[1], "check"), first = 1 + check;
    if (argc < first + 2 || (argc - first) % 2) return fprintf(stderr, "roman [check] MANY FEW …\n"), 2;
    prepare();
    for (int k = first; k < argc; k += 2) {
        int many = atoi(argv[k]), few = atoi(argv[k + 1]);
        if (few < 1 || few > MOST_FEW || many < few || many > MOST_MANY)
            return fprintf(stderr, "%s against %s is not solved here\n", argv[k], argv[k + 1]), 2;
        add(many, few);
    }
    qsort(endings, ending_count, sizeof *endings, sooner);
    for (int k = 0; k < ending_count; k++) of[endings[k].many][endings[k].few] = &endings[k];
    long mistakes = 0;
    for (int k = 0; k < ending_count; k++) {
        int longest = solve(&endings[k]);
        if (!check) { fwrite(endings[k].values[0], 1, size(&endings[k]), stdout); continue; }
        tell(&endings[k], longest);
        mistakes += wrong(&endings[k]);
    }
    if (check) fprintf(stderr, "%ld values are not the best of those after them\n", mistakes);
    return mistakes != 0;
}
