/** First values of a state, with the types that they may have later: the state is typed by what it is made with. */

export const of = <Value>(value: Value) => value;
export const none = <Value>(): Value | null => null;
