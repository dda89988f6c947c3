import { vars } from '../theme/theme.css.ts'

/** Style of parts that are side by side where each has its least width, and below each other elsewhere. */
export const sideBySide = (leastWidth: string) => ({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: `repeat(auto-fit, minmax(min(${leastWidth}, 100%), 1fr))`,
  alignItems: 'start',
})
