import { z } from 'zod'

/** What a consent allows. `account`: that a child under 13 has an account of its own. */
export const consentKinds = ['photo', 'media-publication', 'outings', 'medical-treatment', 'data', 'account'] as const
export const consentKind = z.enum(consentKinds, 'Please select a kind')
export type ConsentKind = z.infer<typeof consentKind>

/** How a consent stands for one child: what its guardians have last said, taken together. */
export const consentStates = ['given', 'refused', 'expired', 'missing'] as const
export const consentState = z.enum(consentStates)
export type ConsentState = z.infer<typeof consentState>
