import { countText } from '#core/contract/count-text.ts'

/** Words for a number of adults: '1 adult', 'no adult assigned'. */
export const adultsText = (adults: number): string => (adults === 0 ? 'no adult assigned' : countText(adults, 'adult'))

/** Words for the children who are here and the adults with them: '12 children here · 1 adult'. @param adults null where unknown */
export const ratioText = (here: number, adults: number | null): string =>
  [`${countText(here, 'child', 'children')} here`, ...(adults === null ? [] : [adultsText(adults)])].join(' · ')
