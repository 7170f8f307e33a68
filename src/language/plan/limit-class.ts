/** What is counted per sender account. `visit` and the sends come from the step's kind, `credits` from the charge. */
export type LimitClass = 'visit' | 'invite' | 'message' | 'inmail' | 'email' | 'credits';
