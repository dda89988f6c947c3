import { useMutation, useQuery } from '@tanstack/react-query'
import { saveFile } from '#core/web/download.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Letter } from '../contract.ts'
import { lettersApi } from './client.ts'

/** State of the printed letter of a student, with printing it anew and revoking it. */
export function LetterNote({ studentId }: { studentId: string }) {
  const params = { id: studentId }
  const { data } = useQuery(lettersApi.getLetter({ params }))
  const touches = [lettersApi.getLetter.key({ params }), lettersApi.previewLetters.key()]
  const failed = (title: string) => (error: unknown) =>
    notify({ title, description: errorText(error), tone: 'destructive' })
  const print = useMutation(lettersApi.printLetters.mutation({ touches, onError: failed('No letter printed') }))
  const revoke = useMutation(lettersApi.revokeLetter.mutation({ touches, onError: failed('Letter not revoked') }))
  if (!data) return null
  const { letter } = data
  return (
    <Card
      title="Invitation letter"
      help="On paper, for a family without an account or an email address. A new letter ends the former one."
      actions={
        <>
          {letter?.state === 'open' && (
            <Button isPending={revoke.isPending} onPress={() => revoke.mutate({ params })}>
              Revoke letter
            </Button>
          )}
          <Button
            isPending={print.isPending}
            onPress={() =>
              print.mutate({ body: { studentIds: [studentId] } }, { onSuccess: (file) => saveFile(file, 'letter.pdf') })
            }
          >
            {letter ? 'Print new letter' : 'Print letter'}
          </Button>
        </>
      }
    >
      <p>{letter ? <LetterText letter={letter} /> : 'No letter printed yet.'}</p>
    </Card>
  )
}

const endings: Record<Exclude<Letter['state'], 'open' | 'expired'>, string> = {
  used: 'used',
  revoked: 'revoked',
}

function LetterText({ letter: { printedAt, expiresAt, state } }: { letter: Letter }) {
  return (
    <>
      Letter printed <DateTime value={printedAt} show="date" />,{' '}
      {state === 'open' || state === 'expired' ? (
        <>
          {state === 'open' ? 'expires' : 'expired'} <DateTime value={expiresAt} show="date" />
        </>
      ) : (
        endings[state]
      )}
    </>
  )
}
