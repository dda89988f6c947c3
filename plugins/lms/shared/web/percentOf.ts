import { formatPercent } from '../scores-contract.ts'

/** Formats a share of the points or of a course, 0 to 100, with at most two digits: '85%', '66.66%'; '—' if unknown. */
export const formatScore = (value: number | null): string => (value === null ? '—' : formatPercent(value))
