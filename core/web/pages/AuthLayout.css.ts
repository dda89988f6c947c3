import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../ui/theme/theme.css.ts'

export const screen = style({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  background: color.surface,
  '@media': { [media.belowSidebar]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const formSide = style({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })

export const header = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[4],
  padding: '20px 32px',
  '@media': { [media.phone]: { padding: '16px' } },
})

export const main = style({
  width: 'min(400px, 100%)',
  // From a fixed height, so that a longer tab does not move what is above it.
  margin: 'clamp(8px, 14dvh, 160px) auto auto',
  padding: '24px 16px 96px',
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[6],
  '@media': { [media.phone]: { width: '100%', marginTop: 0, paddingBottom: '48px' } },
})

export const titles = style({ display: 'flex', flexDirection: 'column', gap: vars.space[1] })
export const subtitle = style({ color: color.textMuted, textWrap: 'pretty' })

/** The accent is only a tint here: the ground stays dark in both schemes, so that white is always readable on it. */
export const brandSide = style({
  position: 'relative',
  display: 'grid',
  alignItems: 'center',
  overflow: 'hidden',
  margin: vars.space[3],
  padding: '64px clamp(32px, 6vw, 96px)',
  borderRadius: '14px',
  color: '#ffffff',
  background: `radial-gradient(120% 90% at 100% 0%, color-mix(in oklab, ${color.accent} 62%, #0b0d14), transparent 70%), radial-gradient(90% 70% at 0% 100%, color-mix(in oklab, ${color.accent} 34%, #0b0d14), transparent 70%), #10131d`,
  '@media': { [media.belowSidebar]: { display: 'none' } },
})

export const pattern = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  maxWidth: 'none',
  // Fades out before it reaches the words.
  maskImage: 'linear-gradient(100deg, transparent 58%, #000 100%)',
})
export const brandContent = style({ position: 'relative', maxWidth: '440px' })

export const headline = style({
  fontSize: 'clamp(2rem, 3vw, 2.75rem)',
  lineHeight: 1.1,
  letterSpacing: '-0.03em',
})

export const introduction = style({
  marginTop: vars.space[4],
  fontSize: vars.text[16],
  color: 'rgb(255 255 255 / 0.8)',
  textWrap: 'pretty',
})

export const features = style({
  display: 'grid',
  gap: vars.space[5],
  margin: `${vars.space[10]} 0 0`,
  padding: 0,
  listStyle: 'none',
})

export const feature = style({ display: 'flex', gap: vars.space[4], alignItems: 'flex-start' })

export const featureIcon = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '40px',
  height: '40px',
  borderRadius: vars.radius.large,
  border: '1px solid rgb(255 255 255 / 0.16)',
  background: 'rgb(255 255 255 / 0.08)',
})

export const featureTitle = style({ fontSize: vars.text[14], lineHeight: '20px' })
export const featureText = style({ color: 'rgb(255 255 255 / 0.76)', textWrap: 'balance' })

export const figures = style({
  display: 'flex',
  gap: vars.space[12],
  marginTop: vars.space[10],
  paddingTop: vars.space[6],
  borderTop: '1px solid rgb(255 255 255 / 0.16)',
})

export const figure = style({ display: 'flex', flexDirection: 'column-reverse' })

export const figureValue = style({
  fontSize: vars.text[28],
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  lineHeight: 1.2,
})

export const figureLabel = style({ fontSize: vars.text[12], color: 'rgb(255 255 255 / 0.76)' })

export const form = style({ display: 'flex', flexDirection: 'column', gap: vars.space[4] })

/** The hint with the demo's credentials. */
export const hint = style({
  marginTop: vars.space[5],
  padding: '12px 14px',
  borderRadius: vars.radius.large,
  border: `1px dashed ${color.borderStrong}`,
  background: color.sunken,
  overflowWrap: 'anywhere',
})

export const hintHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  marginBottom: vars.space[1],
  fontWeight: vars.weight.medium,
})

export const hintList = style({ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '2px 12px' })
export const hintTerm = style({ color: color.textMuted })
export const hintValue = style({ margin: 0, fontFamily: vars.font.mono, fontSize: '13px' })

export const below = style({ textAlign: 'center', color: color.textMuted })
export const invitation = style({ display: 'flex', flexDirection: 'column', gap: vars.space[3] })
export const invitationTitle = style({ fontSize: vars.text[16] })
export const invitationText = style({ color: color.textMuted, textWrap: 'pretty' })

/** Long ones may break anywhere: there is no blank in them. */
export const address = style({ color: color.text, fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })

export const choices = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
