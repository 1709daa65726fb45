/* Fits the tables of a draughts game, and the net beside them, to positions of self-play. Not shipped; driven by
`workshop.learn.lab`.

    fit GAME TABLES OUT EPOCHS RATE FILES…

TABLES are where the fit begins; a net that they do not hold begins with small random weights. FILES hold lines
`white black kings side score result`, score and result for the side to move. What is fitted is the winning chance that
the score says (SCALE); the result is not learned from, one game is too little to say what a position is worth. Adam on
batches of rows drawn without replacement, its step falling to nothing at the end. The error of a row counts for at most
FARTHEST: where the search found a shot the error is large, and no evaluation of a quiet position foresees a shot. One
block of rows in HOLD_OUT is not learned from: its loss is written to standard error, and at the end, to standard output:
the rows, the loss before and after.

What is fitted is antisymmetric by construction: the board turned, with the colours exchanged, has the opposite value.

The same files make the same bytes: one thread, no reordered sums, no fused multiplications, an exponential of its own. */

#pragma GCC optimize("fp-contract=off")
#define main draughts_main
#include "draughts.c"
#undef main

enum { BATCH = 2048, BLOCK = 1000, HOLD_OUT = 20, KEPT = 7, MIDDLE = 4 };
static const double SCALE = 110, FARTHEST = 0.12;
static const int AREA_KEPT[AREAS] = { 0, 1, 2, 3, 4, 3, 2, 1, 0, 5, 6, 6, 5 }; /* the stored area of each */
static const int AREA_TURNED[AREAS] = { 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1 };

typedef struct { u64 white, black, kings; float target; int side; } Row;

/* All that is learned, in hundredths of a man. */
typedef struct {
    float pattern[2][KEPT][PATTERNS], king[2][SQUARES], run[RUN], weight[INPUTS][UNITS], bias[UNITS], tempo[UNITS];
    float pair[PAIRS * 4][UNITS];
} Model;

enum { NUMBERS = sizeof(Model) / sizeof(float) };

static Model model, gradient, mean, square; /* the last two are Adam's: of the gradient, and of its square */
static int exchanged[PATTERNS];             /* a pattern with the board turned and the colours exchanged */
static Row *rows;
static long row_count;

/* 1 / (1 + e^-x), from additions and multiplications only. */
static double logistic(double x) {
    double part = (x < -30 ? 30 : x > 30 ? -30 : -x) / 1024;
    double power = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4)));
    for (int i = 0; i < 10; i++) power *= power;
    return 1 / (1 + power);
}

static void read_rows(const char *path) {
    static long room;
    FILE *file = fopen(path, "r");
    if (!file) { perror(path); exit(1); }
    char line[200];
    while (fgets(line, sizeof line, file)) {
        char *at = line;
        if (row_count == room) rows = realloc(rows, (room = room ? 2 * room : 1 << 20) * sizeof *rows);
        Row *row = &rows[row_count++];
        row->white = strtoull(at, &at, 10);
        row->black = strtoull(at, &at, 10);
        row->kings = strtoull(at, &at, 10);
        row->side = strtol(at, &at, 10);
        double target = logistic(strtol(at, &at, 10) / SCALE);
        row->target = row->side ? 1 - target : target;
    }
    fclose(file);
}

/* -- one position: its inputs, its value to White, its part of the gradient ------------------------------------- */

typedef struct {
    int left, pieces;
    int pattern[AREAS];                    /* as the stored area of the place has it */
    int input[2][MEN];                     /* the pieces as White sees them and as Black does */
    int pairs, pair[2][MEN * MEN / 2];     /* of men, likewise */
    float king[SQUARES], run[RUN];
    float sum[2][UNITS];
} Seen;

static void look_at_pairs(u64 white, u64 black, Seen *s) {
    int square[MEN], colour[MEN], n = 0;
    s->pairs = 0;
    for (u64 rest = white | black; rest; rest &= rest - 1) {
        square[n] = SQUARE[low(rest)];
        colour[n++] = (black & rest & -rest) != 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) if (PAIR_AREA[square[j]][square[i]] >= 0) {
            int turned_pair = PAIR[SQUARES - 1 - square[i]][SQUARES - 1 - square[j]];
            s->pair[0][s->pairs] = 4 * PAIR[square[j]][square[i]] + 2 * colour[j] + colour[i];
            s->pair[1][s->pairs++] = 4 * turned_pair + 2 * !colour[i] + !colour[j];
        }
}

static void look(const Row *row, Seen *s) {
    u64 sets[KINDS] = { row->white & ~row->kings, row->white & row->kings, row->black & ~row->kings,
        row->black & row->kings };
    uint16_t key[16] = { 0 };
    for (int part = 0; part < 4; part++) {
        const uint16_t *own = ADDEND[part][sets[0] >> 9 * part & 511], *enemy = ADDEND[part][sets[2] >> 9 * part & 511];
        for (int i = 0; i < 16; i++) key[i] += own[i] + 2 * enemy[i];
    }
    for (int area = 0; area < AREAS; area++) s->pattern[area] = AREA_TURNED[area] ? exchanged[key[area]] : key[area];
    s->left = count(sets[0] | sets[2]);
    s->pieces = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (u64 rest = sets[kind]; rest; rest &= rest - 1) {
            int square = SQUARE[low(rest)];
            s->input[0][s->pieces] = kind * SQUARES + square;
            s->input[1][s->pieces++] = (kind ^ 2) * SQUARES + SQUARES - 1 - square;
        }
    look_at_pairs(sets[0], sets[2], s);
    memset(s->king, 0, sizeof s->king);
    memset(s->run, 0, sizeof s->run);
    for (u64 rest = sets[1]; rest; rest &= rest - 1) s->king[SQUARE[low(rest)]] += 1;
    for (u64 rest = sets[3]; rest; rest &= rest - 1) s->king[SQUARES - 1 - SQUARE[low(rest)]] -= 1;
    for (u64 rest = sets[0]; rest; rest &= rest - 1)
        if (!(AHEAD[low(rest)] & sets[2])) s->run[7 - RANK_OF[low(rest)]] += 1;
    for (u64 rest = turned(sets[2]), enemy = turned(sets[0]); rest; rest &= rest - 1)
        if (!(AHEAD[low(rest)] & enemy)) s->run[7 - RANK_OF[low(rest)]] -= 1;
}

static float value(const Row *row, Seen *s) {
    Pos p = { row->white, row->black, row->kings, 0 };
    float opening = 0, ending = 0, total = fixed(&p), share = (float)s->left / MEN;
    for (int area = 0; area < AREAS; area++) {
        int kept = AREA_KEPT[area], at = s->pattern[area];
        float sign = AREA_TURNED[area] ? -1 : 1;
        opening += sign * model.pattern[0][kept][at];
        ending += sign * model.pattern[1][kept][at];
    }
    if (row->kings)
        for (int square = 0; square < SQUARES; square++) {
            opening += s->king[square] * model.king[0][square];
            ending += s->king[square] * model.king[1][square];
        }
    for (int steps = 0; steps < RUN; steps++) total += s->run[steps] * model.run[steps];
    total += opening * share + ending * (1 - share);
    for (int view = 0; view < 2; view++) {
        float *sum = s->sum[view], sign = view ? -1 : 1;
        for (int i = 0; i < UNITS; i++) sum[i] = model.bias[i];
        if (row->side == view) for (int i = 0; i < UNITS; i++) sum[i] += model.tempo[i];
        for (int piece = 0; piece < s->pieces; piece++) {
            const float *weight = model.weight[s->input[view][piece]];
            for (int i = 0; i < UNITS; i++) sum[i] += weight[i];
        }
        for (int pair = 0; pair < s->pairs; pair++) {
            const float *weight = model.pair[s->pair[view][pair]];
            for (int i = 0; i < UNITS; i++) sum[i] += weight[i];
        }
        for (int i = 0; i < UNITS; i++) total += (sum[i] > 0 ? sum[i] : 0) * (i < UNITS / 2 ? sign : -sign);
    }
    return total;
}

static void add_gradient(const Row *row, const Seen *s, float error) {
    float share = (float)s->left / MEN;
    for (int area = 0; area < AREAS; area++) {
        int kept = AREA_KEPT[area], at = s->pattern[area];
        float by = AREA_TURNED[area] ? -error : error;
        gradient.pattern[0][kept][at] += by * share;
        gradient.pattern[1][kept][at] += by * (1 - share);
    }
    if (row->kings)
        for (int square = 0; square < SQUARES; square++) {
            gradient.king[0][square] += error * share * s->king[square];
            gradient.king[1][square] += error * (1 - share) * s->king[square];
        }
    for (int steps = 0; steps < RUN; steps++) gradient.run[steps] += error * s->run[steps];
    for (int view = 0; view < 2; view++) {
        float by[UNITS], error_here = view ? -error : error;
        for (int i = 0; i < UNITS; i++) by[i] = s->sum[view][i] > 0 ? (i < UNITS / 2 ? error_here : -error_here) : 0;
        for (int i = 0; i < UNITS; i++) gradient.bias[i] += by[i];
        if (row->side == view) for (int i = 0; i < UNITS; i++) gradient.tempo[i] += by[i];
        for (int piece = 0; piece < s->pieces; piece++) {
            float *weight = gradient.weight[s->input[view][piece]];
            for (int i = 0; i < UNITS; i++) weight[i] += by[i];
        }
        for (int pair = 0; pair < s->pairs; pair++) {
            float *weight = gradient.pair[s->pair[view][pair]];
            for (int i = 0; i < UNITS; i++) weight[i] += by[i];
        }
    }
}

/* -- the fit ------------------------------------------------------------------------------------------------------ */

static void step(double rate) {
    static const float FIRST = 0.9, SECOND = 0.999, LEAST = 1e-4;
    static double decayed[2] = { 1, 1 };
    float *into = (float *)&model, *by = (float *)&gradient, *one = (float *)&mean, *two = (float *)&square;
    for (int part = 0; part < 2; part++) /* the area in the middle is turned onto itself */
        for (int i = 0; i < PATTERNS; i++) if (exchanged[i] >= i) {
            float *here = &gradient.pattern[part][MIDDLE][i], *there = &gradient.pattern[part][MIDDLE][exchanged[i]];
            *here = (*here - *there) / 2;
            *there = -*here;
        }
    decayed[0] *= FIRST; decayed[1] *= SECOND;
    float first = rate / (1 - decayed[0]), second = 1 / (1 - decayed[1]);
    for (int i = 0; i < NUMBERS; i++) {
        float g = by[i] / BATCH;
        one[i] = FIRST * one[i] + (1 - FIRST) * g;
        two[i] = SECOND * two[i] + (1 - SECOND) * g * g;
        into[i] -= first * one[i] / (sqrtf(two[i] * second) + LEAST);
        by[i] = 0;
    }
}

/* The mean Kullback-Leibler distance of what is foreseen from what was seen, over the rows that are held out. */
static double loss(void) {
    double total = 0;
    long seen = 0;
    for (long i = 0; i < row_count; i++) if (i / BLOCK % HOLD_OUT == 0) {
        Seen s;
        look(&rows[i], &s);
        double guess = logistic(value(&rows[i], &s) / SCALE), goal = rows[i].target;
        if (goal > 1e-6) total += goal * log(goal / guess);
        if (goal < 1 - 1e-6) total += (1 - goal) * log((1 - goal) / (1 - guess));
        seen++;
    }
    return total / seen;
}

static void begin(const Tables *t) {
    state = 1;
    for (int part = 0; part < 2; part++) {
        for (int area = 0; area < AREAS; area++) if (!AREA_TURNED[area])
            for (int i = 0; i < PATTERNS; i++) model.pattern[part][AREA_KEPT[area]][i] = t->pattern[part][area][i];
        for (int square = 0; square < SQUARES; square++) model.king[part][square] = t->crowned[part][square];
    }
    for (int steps = 0; steps < RUN; steps++) model.run[steps] = t->run[steps];
    for (int i = 0; i < UNITS; i++) {
        for (int input = 0; input < INPUTS; input++) {
            int known = t->weight[input / SQUARES][input % SQUARES][i];
            model.weight[input][i] = t->has_net ? (float)known / NET_SCALE : (chance() % 2001 / 1000.0f - 1) * 3;
        }
        model.bias[i] = (float)t->bias[i] / NET_SCALE;
        model.tempo[i] = (float)t->tempo[i] / NET_SCALE;
        for (int pair = 0; pair < PAIRS * 4; pair++)
            model.pair[pair][i] = (float)t->pair[pair / 4][pair % 4][i] * PAIR_STEP / NET_SCALE;
    }
}

static int rounded(float value, int most) {
    int near = (int)nearbyintf(value);
    return near > most ? most : near < -most ? -most : near;
}

static void write_tables(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) { perror(path); exit(1); }
    for (int part = 0; part < 2; part++)
        for (int area = 0; area < AREAS; area++)
            for (int i = 0; i < PATTERNS; i++) {
                int at = AREA_TURNED[area] ? exchanged[i] : i;
                int worth = rounded(model.pattern[part][AREA_KEPT[area]][at], 127);
                fprintf(file, "%d ", AREA_TURNED[area] ? -worth : worth);
            }
    for (int part = 0; part < 2; part++)
        for (int square = 0; square < SQUARES; square++) fprintf(file, "%d ", rounded(model.king[part][square], 9999));
    for (int steps = 0; steps < RUN; steps++) fprintf(file, "%d ", rounded(model.run[steps], 9999));
    for (int input = 0; input < INPUTS; input++)
        for (int i = 0; i < UNITS; i++) fprintf(file, "%d ", rounded(model.weight[input][i] * NET_SCALE, 2047));
    for (int i = 0; i < UNITS; i++) fprintf(file, "%d ", rounded(model.bias[i] * NET_SCALE, 2047));
    for (int i = 0; i < UNITS; i++) fprintf(file, "%d ", rounded(model.tempo[i] * NET_SCALE, 2047));
    for (int pair = 0; pair < PAIRS * 4; pair++)
        for (int i = 0; i < UNITS; i++) fprintf(file, "%d ", rounded(model.pair[pair][i] * NET_SCALE / PAIR_STEP, 127));
    fprintf(file, "\n");
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc < 7) return fprintf(stderr, "fit GAME TABLES OUT EPOCHS RATE FILES...\n"), 2;
    set_up(argv[1]);
    int epochs = atoi(argv[4]);
    double rate = atof(argv[5]);
    for (int i = 0; i < PATTERNS; i++) {
        int rest = i, other = 0;
        for (int place = 0; place < 8; place++, rest /= 3) other = other * 3 + (3 - rest % 3) % 3;
        exchanged[i] = other;
    }
    begin(load(argv[2]));
    for (int i = 6; i < argc; i++) read_rows(argv[i]);
    long used = 0, *order = malloc(row_count * sizeof *order);
    for (long i = 0; i < row_count; i++) if (i / BLOCK % HOLD_OUT) order[used++] = i;
    long batches = used / BATCH, all = batches * epochs, done = 0;
    double before = loss();
    fprintf(stderr, "%ld rows, %ld held out; loss %.5f\n", used, row_count - used, before);
    for (int epoch = 0; epoch < epochs; epoch++) {
        for (long i = used - 1; i > 0; i--) {
            long j = chance() % (i + 1), kept = order[i];
            order[i] = order[j]; order[j] = kept;
        }
        for (long batch = 0; batch < batches; batch++) {
            for (long i = batch * BATCH; i < (batch + 1) * BATCH; i++) {
                const Row *row = &rows[order[i]];
                Seen s;
                look(row, &s);
                double error = logistic(value(row, &s) / SCALE) - row->target;
                add_gradient(row, &s, error > FARTHEST ? FARTHEST : error < -FARTHEST ? -FARTHEST : error);
            }
            step(rate * (1 - (double)done++ / all));
        }
        if (epoch % 4 == 3 || epoch == epochs - 1) fprintf(stderr, "epoch %d: loss %.5f\n", epoch + 1, loss());
    }
    write_tables(argv[3]);
    printf("%ld %.4f %.4f\n", row_count, before, loss());
    return 0;
}
