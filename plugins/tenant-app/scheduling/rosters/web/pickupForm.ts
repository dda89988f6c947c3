import { z } from 'zod'
import { idKinds, otherAdult, type IdKind, type OtherAdult } from '../../../care/collectors/contract.ts'
import { markDetails } from '../contract.ts'

/** Labels of the documents by which staff check an adult's identity. */
const idKindLabels: Record<IdKind, string> = {
  'drivers-license': 'Driver’s license',
  passport: 'Passport',
  'government-id': 'Government ID',
  other: 'Other ID',
}

export const idKindOptions = idKinds.map((id) => ({ id, label: idKindLabels[id] }))

/** Fields of the dialog: details of the attendance, and data about another adult. */
export const pickupForm = markDetails
  .safeExtend({
    /** True if the adult is on no list, so that staff must see an ID. */
    needsId: z.boolean(),
    isIdSeen: z.boolean(),
    idKind: z.enum(idKinds).nullable(),
    reason: z.string(),
  })
  .superRefine(({ needsId, collectedBy, isIdSeen, ...given }, context) => {
    if (!needsId) return
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (collectedBy === '') refuse('collectedBy', 'Name is required')
    if (!isIdSeen) refuse('isIdSeen', 'Check an ID before you release the child')
    for (const { path, message } of otherAdult.safeParse(given).error?.issues ?? []) {
      refuse(String(path[0]), message)
    }
  })
export type PickupForm = z.input<typeof pickupForm>

/** Returns the data about another adult; null for people who need no ID. */
export function otherAdultOf({ needsId, idKind, reason }: z.output<typeof pickupForm>): OtherAdult | null {
  return needsId && idKind !== null ? { idKind, reason } : null
}
