/** First values of a state, with the types that they may have later: the state is typed by what it is made with. */

export const initial = <Value>(value: Value) => value;
export const nullable = <Value>(): Value | null => null;
