/* Solves the endings of the two draughts games by retrograde analysis. Not shipped; driven by `workshop.solve.endings`.

    endings GAME PIECES         the values of all positions with so many pieces at most, to standard output
    endings GAME PIECES check   the same to nowhere: every value is compared with the best of those after it
    endings GAME PIECES results who wins, of all positions with exactly so many pieces, in runs; compared as well

The rules are those of draughts.c, whose leaves `workshop.learn.lab` compares with the ones of Saltus. The order of the
table is described there, too.

With distances, a pass finds the positions that end in exactly so many plies. It looks only at those where something
has changed: a step leads to a position that was found in the pass before, or a capture or a crowning to one of that
value. */

#define main draughts_main
#include "../learn/draughts.c"
#undef main

static uint8_t *flag, *due;
static int longest;

static u64 unranked(long number, int k, int turn) {
    u64 bits = 0;
    int at = SQUARES - 1;
    for (; k; k--) {
        while (binomial[at][k] > number) at--;
        number -= binomial[at][k];
        int two = at / 8, rest = at % 8;
        bits |= 1ULL << (two * 9 + rest);
    }
    return turn ? turned(bits) : bits;
}

/* Whether the place holds a position: no two pieces on one square. */
static int placed(Class c, long at, Pos *p) {
    u64 enemy_kings = unranked(at % binomial[SQUARES][c.enemy_kings], c.enemy_kings, 0);
    at /= binomial[SQUARES][c.enemy_kings];
    u64 enemy_men = unranked(at % binomial[MANS][c.enemy_men], c.enemy_men, 1);
    at /= binomial[MANS][c.enemy_men];
    u64 kings = unranked(at % binomial[SQUARES][c.kings], c.kings, 0);
    u64 men = unranked(at / binomial[SQUARES][c.kings], c.men, 0);
    *p = (Pos){ men | kings, enemy_men | enemy_kings, kings | enemy_kings, 0 };
    return count(p->white | p->black) == c.men + c.kings + c.enemy_men + c.enemy_kings;
}

/* What the position is worth if it ends in `plies`, 0 if it does not or not yet; the next pass at which what a capture
   or a crowning leads to may matter goes to `next`. */
static int valued(const Pos *p, int plies, int *next) {
    Move list[MOST];
    int n = moves(p, list), lost = 1, soonest = 255, latest = 0;
    if (!n) return 1;
    *next = 255;
    for (int i = 0; i < n; i++) {
        Pos after = play(p, &list[i]);
        int value;
        if (!after.black) value = 1;
        else {
            after = other_view(&after);
            value = values[place(&after)];
        }
        if (value && value % 2 && value < soonest) soonest = value;
        if (!value || value % 2) lost = 0;
        else if (value > latest) latest = value;
        int other = list[i].taken || list[i].crowns;
        if (other && value > plies && value < *next) *next = value;
    }
    /* What was found in this pass is not in the table yet: a value of more than plies + 1 is not due. */
    if (soonest < 255) return soonest <= plies ? soonest + 1 : 0;
    return lost && latest <= plies ? latest + 1 : 0;
}

/* Calls `visit` with the place of every position from which a step of the other side leads here, and with `result`. */
static void visit_before(const Pos *p, void (*visit)(long at, int result), int result) {
    static const int BY[4] = { 4, 5, -4, -5 };
    u64 empty = FULL & ~(p->white | p->black);
    for (u64 rest = p->black; rest; rest &= rest - 1) {
        u64 here = rest & -rest;
        int king = (p->kings & here) != 0;
        for (int way = 0; way < (king ? 4 : 2); way++) {
            u64 from = (BY[way] > 0 ? here << BY[way] : here >> -BY[way]) & empty;
            if (!from) continue;
            Pos before = { p->white, p->black ^ here ^ from, king ? p->kings ^ here ^ from : p->kings, 0 };
            before = other_view(&before);
            visit(place(&before), result);
        }
    }
}

/* The position has something new to look at. */
static void look_again(long at, int result) {
    (void)result;
    flag[at] = 1;
}

static void solve(Class c) {
    long from = offset[class_number(c)], many = size(c);
    int mirror_number = class_number((Class){ c.enemy_men, c.enemy_kings, c.men, c.kings });
    long other = offset[mirror_number], both = other == from ? 1 : 2;
    Class view[2] = { c, { c.enemy_men, c.enemy_kings, c.men, c.kings } };
    long start[2] = { from, other };
    for (int k = 0; k < both; k++) memset(due + start[k], 0, many);
    for (int plies = 0; plies < 250; plies++) {
        long found = 0, waiting = 0;
        static long *fresh;
        static long room;
        long fresh_count = 0;
        for (int k = 0; k < both; k++)
            for (long at = 0; at < many; at++) {
                long i = start[k] + at;
                if (values[i] || due[i] == 255) { if (!flag[i] || values[i]) continue; }
                else if (due[i] > plies && !flag[i]) { waiting = 1; continue; }
                flag[i] = 0;
                Pos p;
                int next;
                if (!placed(view[k], at, &p)) { due[i] = 255; continue; }
                int value = valued(&p, plies, &next);
                due[i] = next;
                if (next < 255) waiting = 1;
                if (!value) continue;
                if (fresh_count == room) fresh = realloc(fresh, (room = room ? 2 * room : 1 << 16) * sizeof *fresh);
                fresh[fresh_count++] = i << 8 | value;
            }
        for (long j = 0; j < fresh_count; j++) values[fresh[j] >> 8] = fresh[j] & 255;
        for (long j = 0; j < fresh_count; j++) {
            long i = fresh[j] >> 8;
            int k = both == 2 && i >= other && i < other + many;
            Pos p;
            placed(view[k], i - start[k], &p);
            visit_before(&p, look_again, values[i]);
            found++;
        }
        if (found && plies > longest) longest = plies;
        if (!found && !waiting) break;
    }
}

/* Every value once more, from scratch. */
static long wrong(void) {
    long found = 0;
    for (int number = 0; number < class_count; number++) {
        Class c = classes[number];
        for (long at = 0; at < size(c); at++) {
            long i = offset[class_number(c)] + at;
            Pos p;
            if (!placed(c, at, &p)) { found += values[i] != 0; continue; }
            Move list[MOST];
            int n = moves(&p, list), best_win = 255, worst = 0, open = 0;
            for (int j = 0; j < n; j++) {
                Pos after = play(&p, &list[j]);
                int value = 1;
                if (after.black) { after = other_view(&after); value = values[place(&after)]; }
                if (value % 2) { if (value < best_win) best_win = value; }
                else if (value) { if (value > worst) worst = value; }
                else open = 1;
            }
            int right = !n ? 1 : best_win < 255 ? best_win + 1 : open ? 0 : worst + 1;
            found += values[i] != right;
        }
    }
    return found;
}

/* The most plies in a row without progress that a won ending takes, whatever the loser does, when the winner plays a
   shortest win: the rule that ends such rows with a draw must allow as many. Found in the order of the values. `slow`
   counts the positions that take as many as that rule allows, or more. */
enum { QUIET_LIMIT = 80 };
static int patience(long *slow) {
    uint8_t *row = calloc(total, 1);
    int most = 0;
    *slow = 0;
    for (int value = 2; value <= longest + 1; value++)
        for (int number = 0; number < class_count; number++) {
            Class c = classes[number];
            for (long at = 0; at < size(c); at++) {
                long i = offset[class_number(c)] + at;
                Pos p;
                if (values[i] != value || !placed(c, at, &p)) continue;
                Move list[MOST];
                for (int n = moves(&p, list), j = 0; j < n; j++) {
                    int progress = list[j].taken || (!italian && !list[j].king);
                    Pos after = play(&p, &list[j]);
                    if (!after.black) continue;
                    after = other_view(&after);
                    long next = place(&after);
                    if (value % 2 == 0 && values[next] != value - 1) continue;
                    if (!progress && row[next] >= row[i]) row[i] = row[next] + 1;
                }
                if (row[i] > most) most = row[i];
                *slow += row[i] >= QUIET_LIMIT;
            }
        }
    free(row);
    return most;
}

/* -- who wins, without distances ------------------------------------------------------------------------------ */

/* Here a value is one of the first three, and may have a mark: FREE where the side to move can capture, and so needs no
   value of its own; UNTOLD until the positions before it have heard of it. Where nothing is known yet it is WAITING plus
   the number of steps whose results are open, and one more if a draw is certain: such a position is not lost. */
enum { DRAW, LOSS, VICTORY, NOWHERE, RESULT = 3, FREE = 4, UNTOLD = 8, WAITING = 16 };

/* The result for the side to move of what a capture or a crowning of the other side leads to. */
static int result_of(const Pos *after) {
    if (!after->black) return LOSS;
    Pos seen = other_view(after);
    return values[place(&seen)] & RESULT;
}

/* What captures and crownings alone tell of a position. */
static int begun(const Pos *p) {
    Move list[MOST];
    int n = moves(p, list), open = 0, drawn = 0, mark = n && list[0].taken ? FREE : 0;
    for (int i = 0; i < n; i++) {
        if (!list[i].taken && !list[i].crowns) { open++; continue; }
        Pos after = play(p, &list[i]);
        int result = result_of(&after);
        if (result == LOSS) return VICTORY | UNTOLD | mark;
        if (result == DRAW) drawn = 1;
    }
    if (open) return WAITING + open + drawn;
    return drawn ? DRAW | mark : LOSS | UNTOLD | mark;
}

static long *stack;
static long stack_count, stack_room;

static void push(long at) {
    if (stack_count == stack_room) stack = realloc(stack, (stack_room = stack_room ? 2 * stack_room : 1 << 20) * sizeof *stack);
    stack[stack_count++] = at;
}

/* A step of the position leads to one with this result. */
static void hear(long at, int result) {
    if (values[at] < WAITING) return;
    if (result == LOSS) values[at] = VICTORY | UNTOLD;
    else if (--values[at] == WAITING) values[at] = LOSS | UNTOLD;
    else return;
    push(at);
}

static void solve_results(Class c) {
    long from = offset[class_number(c)], many = size(c);
    Class view[2] = { c, { c.enemy_men, c.enemy_kings, c.men, c.kings } };
    long start[2] = { from, offset[class_number(view[1])] };
    int both = start[1] == from ? 1 : 2;
    for (int k = 0; k < both; k++)
        for (long at = 0; at < many; at++) {
            Pos p;
            values[start[k] + at] = placed(view[k], at, &p) ? begun(&p) : NOWHERE | FREE;
        }
    for (int k = 0; k < both; k++)
        for (long at = 0; at < many; at++) {
            if (!(values[start[k] + at] & UNTOLD) || values[start[k] + at] >= WAITING) continue;
            push(start[k] + at);
            while (stack_count) {
                long i = stack[--stack_count];
                int other = both == 2 && i >= start[1] && i < start[1] + many;
                Pos p;
                values[i] &= ~UNTOLD;
                placed(view[other], i - start[other], &p);
                visit_before(&p, hear, values[i] & RESULT);
            }
        }
    for (int k = 0; k < both; k++)
        for (long at = 0; at < many; at++)
            if (values[start[k] + at] >= WAITING) values[start[k] + at] = DRAW;
}

/* Every result once more, from scratch. */
static long wrong_results(void) {
    long found = 0;
    for (int number = 0; number < class_count; number++) {
        Class c = classes[number];
        for (long at = 0; at < size(c); at++) {
            Pos p;
            int value = values[offset[class_number(c)] + at];
            if (!placed(c, at, &p)) { found += value != (NOWHERE | FREE); continue; }
            Move list[MOST];
            int n = moves(&p, list), best = LOSS;
            for (int i = 0; i < n && best != VICTORY; i++) {
                Pos after = play(&p, &list[i]);
                int result = result_of(&after);
                if (result == LOSS) best = VICTORY;
                else if (result == DRAW) best = DRAW;
            }
            found += value != (best | (n && list[0].taken ? FREE : 0));
        }
    }
    return found;
}

/* Runs: what `saltus.tablebase.results` reads. Where the side to move can capture, and where there is no position, the
   value does not matter, and the run goes on. The places of a class have another order here, with
   the enemy's kings first, then own men, enemy men and own kings: that makes the longest runs. Each class is cut into
   blocks, and a run ends with its block. First come the numbers of bytes of all blocks, two bytes each; then the blocks,
   a byte for each part of a run. It is three times the code of its length, plus 0 for drawn, 1 for won, 2 for lost. */
enum { BLOCK = 1024, FINE = 64 };

static uint8_t *parts;
static long part_count, part_room;

static void add_part(int code, int value) {
    if (part_count == part_room) parts = realloc(parts, part_room = part_room ? 2 * part_room : 1 << 20);
    parts[part_count++] = 3 * code + value;
}

/* Lengths up to 64 have the codes from 0; then come the codes of 128, 192, and so on. */
static void add_run(long length, int value) {
    if (length > FINE) {
        if (length / FINE == 1) add_part(FINE - 1, value);
        else add_part(FINE - 2 + length / FINE, value);
        length %= FINE;
    }
    if (length) add_part(length - 1, value);
}

static void write_results(void) {
    static const int WRITTEN[3] = { [DRAW] = 0, [VICTORY] = 1, [LOSS] = 2 };
    uint16_t *counts = malloc(total / BLOCK * 2 + 2 * CLASSES);
    long blocks = 0;
    for (int number = 0; number < class_count; number++) {
        Class c = classes[number];
        if (c.men + c.kings + c.enemy_men + c.enemy_kings != pieces_most) continue;
        long own_kings = binomial[SQUARES][c.kings], enemy_men = binomial[MANS][c.enemy_men];
        long men = binomial[MANS][c.men], enemy_kings = binomial[SQUARES][c.enemy_kings];
        int run_value = 0;
        long left = size(c), at = 0;
        while (left) {
            long many = left < BLOCK ? left : BLOCK, length = 0, before = part_count;
            int fresh = 1;
            for (long i = 0; i < many; i++, at++, length++) {
                long rest = at;
                long king = rest % own_kings;
                rest /= own_kings;
                long enemy_man = rest % enemy_men;
                rest /= enemy_men;
                long man = rest % men, enemy_king = rest / men;
                long place = ((man * own_kings + king) * enemy_men + enemy_man) * enemy_kings + enemy_king;
                int value = values[offset[class_number(c)] + place];
                if (value & FREE) continue;
                value = WRITTEN[value];
                if (fresh) run_value = value;
                else if (value != run_value) {
                    add_run(length, run_value);
                    length = 0;
                    run_value = value;
                }
                fresh = 0;
            }
            add_run(length, run_value);
            counts[blocks++] = part_count - before;
            left -= many;
        }
    }
    fwrite(counts, sizeof *counts, blocks, stdout);
    fwrite(parts, 1, part_count, stdout);
    fprintf(stderr, "%ld blocks, %ld parts of runs\n", blocks, part_count);
}

static void prepare(void) {
    for (int rank = 0; rank < 8; rank++) {
        RANK[rank] = 15ULL << (rank / 2 * 9 + rank % 2 * 4);
        FULL |= RANK[rank];
        for (int file = 0; file < 4; file++) SQUARE[rank / 2 * 9 + rank % 2 * 4 + file] = rank * 4 + file;
    }
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "endings english|italian PIECES [check|results]\n"), 2;
    italian = !strcmp(argv[1], "italian");
    pieces_most = atoi(argv[2]);
    int results = argc > 3 && !strcmp(argv[3], "results"), check = argc > 3 && !results;
    prepare();
    lay_out();
    values = calloc(total, 1);
    if (!results) {
        flag = calloc(total, 1);
        due = calloc(total, 1);
    }
    /* A capture leaves fewer pieces, a crowning fewer men: those come first. Both views of one material together. */
    for (int pieces = 2; pieces <= pieces_most; pieces++)
        for (int men = 0; men <= pieces; men++)
            for (int number = 0; number < class_count; number++) {
                Class c = classes[number];
                if (c.men + c.kings + c.enemy_men + c.enemy_kings != pieces || c.men + c.enemy_men != men) continue;
                if (class_number(c) > class_number((Class){ c.enemy_men, c.enemy_kings, c.men, c.kings })) continue;
                if (results) solve_results(c);
                else solve(c);
            }
    /* Of results, those with as many pieces as are asked for; of distances, all. */
    long won = 0, lost = 0, drawn = 0;
    for (int number = 0; number < class_count; number++) {
        Class c = classes[number];
        if (results && c.men + c.kings + c.enemy_men + c.enemy_kings != pieces_most) continue;
        for (long at = 0; at < size(c); at++) {
            int value = values[offset[class_number(c)] + at];
            Pos p;
            if (results ? (value & RESULT) == NOWHERE : !placed(c, at, &p)) continue;
            if (results) value &= RESULT;
            if (!value) drawn++;
            else if (value % 2) lost++;
            else won++;
        }
    }
    fprintf(stderr, "%ld places, %ld positions: %ld won, %ld drawn, %ld lost\n", total, won + drawn + lost, won, drawn, lost);
    if (!results) fprintf(stderr, "the longest win takes %d plies\n", longest);
    if (results || check) {
        long mistakes = results ? wrong_results() : wrong();
        fprintf(stderr, "%ld values are not the best of those after them\n", mistakes);
        if (mistakes) return 1;
    }
    if (results) write_results();
    else if (check) {
        long slow;
        int most = patience(&slow);
        fprintf(stderr, "a win takes %d plies in a row without progress at most, in %ld positions %d or more\n", most, slow,
            QUIET_LIMIT);
    } else fwrite(values, 1, total, stdout);
    return 0;
}
