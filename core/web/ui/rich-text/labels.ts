import type { CalloutTone } from '#core/contract/rich-text.ts'

export const toneLabels: Record<CalloutTone, string> = { note: 'Note', tip: 'Tip', warning: 'Careful' }

/** Attributes of a callout's element; a word says what its color says. */
export const calloutAttributes = (tone: CalloutTone) => ({ 'data-tone': tone, 'data-word': toneLabels[tone] })

export const mediaLabels = { image: 'Picture', video: 'Video', audio: 'Recording' }
export type MediaType = keyof typeof mediaLabels
