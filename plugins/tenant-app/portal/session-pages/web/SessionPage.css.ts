import { style } from '@vanilla-extract/css'
import { media, vars } from '#core/web/ui/theme/theme.css.ts'

const column = { display: 'flex', flexDirection: 'column', gap: vars.space[5] } as const

export const facts = style(column)

/** While attendance is taken on a phone, the facts stand in the line below the title. */
export const behindMarks = style([column, { '@media': { [media.phone]: { display: 'none' } } }])

export const acts = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
export const wide = style([acts, { '@media': { [media.phone]: { display: 'none' } } }])
export const phone = style([acts, { display: 'none', '@media': { [media.phone]: { display: 'flex' } } }])
export const phoneLine = style({ display: 'none', '@media': { [media.phone]: { display: 'inline' } } })
