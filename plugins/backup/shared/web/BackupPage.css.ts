import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const cards = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { 'screen and (max-width: 899.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const history = style({ display: 'flex', flexDirection: 'column', gap: vars.space[3] })
export const heading = style({ fontSize: vars.text[16], fontWeight: vars.weight.semibold, lineHeight: '24px' })

/** On the line of the card's title, where cards expect buttons. */
export const state = style({ paddingBlock: '6px', lineHeight: '24px' })
export const text = style({ fontSize: vars.text[14], textWrap: 'pretty' })

export const hint = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted, textWrap: 'pretty' })

/** Buttons at the foot of a card, whatever the height of its neighbour. */
export const buttons = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  marginTop: 'auto',
  '@media': { [media.phone]: { flexDirection: 'column' } },
})

export const nowrap = style({ whiteSpace: 'nowrap' })
export const muted = style({ color: color.textMuted })

/** Content of a backup, and under it how it came about. */
export const subject = style({ display: 'flex', flexDirection: 'column', minWidth: '140px', overflowWrap: 'anywhere' })
export const origin = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })

/** The state of a backup, and under it what is being done with it or what went wrong. */
export const status = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: '6px',
  '@media': { [media.phone]: { alignItems: 'flex-end' } },
})
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[1] })
export const progress = style({ width: '180px', maxWidth: '100%', fontSize: vars.text[12] })

export const reason = style({
  maxWidth: '260px',
  fontSize: vars.text[12],
  lineHeight: '16px',
  color: color.textMuted,
  overflowWrap: 'anywhere',
})

export const fields = style({ display: 'flex', flexDirection: 'column', gap: vars.space[4] })
export const kept = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[2],
  margin: 0,
  paddingInlineStart: vars.space[5],
  fontSize: vars.text[14],
})
export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text[12], overflowWrap: 'anywhere' })
