/** Rules for answers to a corrected question: all points, the best by any edition since it was taken, or by the newest one. */
export const regradeRules = ['full', 'both', 'new'] as const
export type RegradeRule = (typeof regradeRules)[number]
