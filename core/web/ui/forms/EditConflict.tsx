import type { FieldValues } from 'react-hook-form'
import { ChangedBanner } from '../feedback/ChangedBanner.tsx'
import type { Edit } from './useEditForm.ts'

/** Banner above the fields of a form of `useEditForm` when another user was faster. */
export function EditConflict({
  edit: { conflict, reload },
  noun,
}: {
  edit: Pick<Edit<unknown, FieldValues, unknown>, 'conflict' | 'reload'>
  /** Noun of the thing that another user has changed: 'this plan'. */
  noun: string
}) {
  return conflict === undefined ? null : <ChangedBanner thing={noun} message={conflict} onReload={reload} />
}
