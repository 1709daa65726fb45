/** What is in the storage where such a value belongs: any part of it may be missing, or of another kind. */
export type Loose<Value> = (Value extends object ? { [Key in keyof Value]?: Loose<Value[Key]> } : unknown) | null;
