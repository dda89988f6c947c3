/** What answers to a corrected question are worth: all of it, the better of before and now, or as it says now. */
export const regradeRules = ['full', 'both', 'new'] as const
export type RegradeRule = (typeof regradeRules)[number]
