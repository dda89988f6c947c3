import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { saveFile } from '#core/web/download.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { LETTER_DAYS, MAX_LETTERS, type LetterStudent } from '../contract.ts'
import { lettersApi } from './client.ts'

type Audience = 'unreachable' | 'all'

interface PrintLettersDialogProps {
  /** Filters of the list that it was opened from. */
  query: NonNullable<Parameters<typeof lettersApi.previewLetters>[0]>['query']
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Prints letters for the families that have none yet, as many as one file takes. */
export function PrintLettersDialog({ query, ...dialog }: PrintLettersDialogProps) {
  const [audience, setAudience] = useState<Audience>('unreachable')
  const preview = useQuery({ ...lettersApi.previewLetters({ query }), enabled: dialog.isOpen })
  const waiting = (preview.data ?? []).filter(({ letterUntil }) => letterUntil === null)
  const chosen = listChosen(waiting, audience)
  const printed = chosen.slice(0, MAX_LETTERS)
  const print = useMutation(
    lettersApi.printLetters.mutation({
      touches: [lettersApi.previewLetters.key(), lettersApi.getLetter.key()],
    }),
  )
  const counted = countText(printed.length, 'letter')
  return (
    <ConfirmDialog
      {...dialog}
      title="Print letters"
      confirmLabel={printed.length === 0 ? 'Print letters' : `Print ${counted}`}
      tone="primary"
      isReady={printed.length > 0}
      onConfirm={async () => {
        const file = await print.mutateAsync({ body: { studentIds: printed.map(({ id }) => id) } })
        saveFile(file, 'letters.pdf')
        notify({ title: 'Letters ready', description: counted })
      }}
    >
      <Stack>
        <p>
          Each letter has a code and a QR code that work once and for {LETTER_DAYS} days. A person whose address you do
          not have sees nothing until you approve their request.
        </p>
        <Loaded query={preview} height={120} isFrameless>
          {(students) => (
            <>
              <RadioGroup<Audience>
                label="Families"
                value={audience}
                onChange={setAudience}
                options={[
                  {
                    id: 'unreachable',
                    label: `No account and no working email address (${listChosen(waiting, 'unreachable').length})`,
                  },
                  { id: 'all', label: `All without an account (${waiting.length})` },
                ]}
              />
              {students.length > waiting.length && (
                <p>
                  {countText(students.length - waiting.length, 'family', 'families')} left out: their letter still
                  works. Print a new one on the Guardians tab of the student.
                </p>
              )}
              {chosen.length > MAX_LETTERS && (
                <p>
                  One file holds {MAX_LETTERS} letters. Print the other {chosen.length - MAX_LETTERS} afterwards.
                </p>
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </ConfirmDialog>
  )
}

const listChosen = (students: readonly LetterStudent[], audience: Audience) =>
  audience === 'all' ? students : students.filter(({ isReachable }) => !isReachable)
