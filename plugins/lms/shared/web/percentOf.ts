import { formatPercent } from '../scores-contract.ts'

/** A share of the points or of a course, 0 to 100, to at most two digits: '85%', '66.66%'; '—' where none is known. */
export const formatScore = (value: number | null): string => (value === null ? '—' : formatPercent(value))
