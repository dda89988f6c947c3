import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormNumberField, FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import {
  accommodation,
  accommodationsContract,
  MAX_BREAK_MINUTES,
  timeFactors,
  type AccommodatedLearner,
  type Accommodation,
} from '../accommodations-contract.ts'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { accommodationsApi } from './client.ts'
import { getFactorId, factorLabels } from './resultLabels.ts'

type FactorId = keyof typeof factorLabels

const factorIds: FactorId[] = ['1', '1.25', '1.5', '2', 'none']

/** Fields of the contract, with a named choice for no limit. */
const chosen = accommodation.extend({ timeFactor: z.enum(factorIds, 'Please select one') })

const none: Accommodation = { timeFactor: 1, breakMinutes: 0, isUnshuffled: false, isLarger: false }

interface AccommodationDialogProps {
  person: AccommodatedLearner
  isOpen: boolean
  onClose: () => void
}

/** Edits a user's accommodations. Default accommodations are not saved. */
export function AccommodationDialog({ person, isOpen, onClose }: AccommodationDialogProps) {
  return (
    <Dialog
      title={`How ${person.name} takes quizzes`}
      help="Running attempts get extra time immediately and never less."
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <Opened person={person} onDone={onClose} />
    </Dialog>
  )
}

interface OpenedProps {
  person: AccommodatedLearner
  onDone: () => void
}

/** Asks platform staff for a reason, and then shows the accommodations, which no cache keeps. Other users see them at once. */
function Opened({ person, onDone }: OpenedProps) {
  const [opened, setOpened] = useState(person.isHidden ? undefined : person)
  if (opened) return <AccommodationForm person={opened} onDone={onDone} />
  return <ReasonForm person={person} onOpened={setOpened} />
}

const { body: reasonBody } = accommodationsContract.openAccommodation

function ReasonForm({
  person: { userId },
  onOpened,
}: {
  person: AccommodatedLearner
  onOpened: (person: AccommodatedLearner) => void
}) {
  return (
    <DialogForm
      schema={reasonBody}
      defaultValues={{ words: '' }}
      save={(body) => accommodationsApi.openAccommodation.call({ params: { userId }, body })}
      onSaved={onOpened}
      submit="Show"
    >
      <FormTextField name="words" label="Reason" multiline autoFocus />
      <p>
        Your access is logged permanently. The organization’s admins are notified at once, and a child’s guardians can
        read it.
      </p>
    </DialogForm>
  )
}

function AccommodationForm({ person, onDone }: OpenedProps) {
  const params = { userId: person.userId }
  const touches = [accommodationsApi.listAccommodations.key()]
  const set = useMutation(accommodationsApi.setAccommodation.mutation({ touches }))
  const remove = useMutation(accommodationsApi.removeAccommodation.mutation({ touches }))
  const { timeFactor, breakMinutes, isUnshuffled, isLarger } = person.accommodation ?? none
  return (
    <DialogForm
      schema={chosen}
      defaultValues={{ timeFactor: getFactorId({ timeFactor }), breakMinutes, isUnshuffled, isLarger }}
      save={async ({ timeFactor: factorId, ...body }) => {
        const factor = timeFactors.find((one) => String(one) === factorId) ?? null
        const isAsEverybody = factor === 1 && body.breakMinutes === 0 && !body.isUnshuffled && !body.isLarger
        if (isAsEverybody) await remove.mutateAsync({ params })
        else await set.mutateAsync({ params, body: { ...body, timeFactor: factor } })
      }}
      saved={{ title: 'Accommodations saved', description: person.name }}
      submit="Save"
      onSaved={onDone}
    >
      <FormSelect
        name="timeFactor"
        label="Time"
        options={factorIds.map((id) => ({ id, label: factorLabels[id] }))}
        help="Of the quiz’s standard time"
      />
      <FormNumberField name="breakMinutes" label="Minutes for breaks" minValue={0} maxValue={MAX_BREAK_MINUTES} />
      <FormSwitch name="isUnshuffled" label="Not shuffled" help="Questions and answers in the order of their author" />
      <FormSwitch name="isLarger" label="Larger text" />
    </DialogForm>
  )
}
