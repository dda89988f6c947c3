import { useMutation } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import type { KioskChild } from '../contract.ts'
import { kioskApi } from './client.ts'
import * as styles from './kiosk.css.ts'

interface VisitedChildrenProps {
  code: string
  name: string
  children: KioskChild[]
  /** Called with what to say. */
  onDone: (message: string) => void
  onClear: () => void
}

const nameOf = ({ firstName, initial }: KioskChild) => `${firstName} ${initial}.`

const actOf = ({ state, isWaiting }: KioskChild) => (state !== 'in' ? 'in' : isWaiting ? undefined : 'out')

/** The children whom a person brings or picks up, with the act that comes next for each, and for all at once. */
export function VisitedChildren({ code, name, children, onDone, onClear }: VisitedChildrenProps) {
  const doActs = useMutation(kioskApi.actAtKiosk.mutation())
  const run = async (kind: 'in' | 'out', chosen: KioskChild[]) => {
    const acts = chosen.map(({ studentId, meetingId }) => ({ id: crypto.randomUUID(), studentId, meetingId, kind }))
    try {
      const outcomes = await doActs.mutateAsync({ body: { code, acts } })
      onDone(messageOf(outcomes.map(({ outcome }) => outcome)))
    } catch {
      onDone('Please see staff.')
    }
  }
  const arriving = children.filter((child) => actOf(child) === 'in')
  const leaving = children.filter((child) => actOf(child) === 'out')
  return (
    <>
      <p className={styles.muted}>Hello {name}</p>
      {arriving.length > 1 && (
        <Button
          variant="primary"
          className={styles.big}
          isPending={doActs.isPending}
          onPress={() => void run('in', arriving)}
        >
          Check in all {arriving.length}
        </Button>
      )}
      {leaving.length > 1 && (
        <Button
          variant="primary"
          className={styles.big}
          isPending={doActs.isPending}
          onPress={() => void run('out', leaving)}
        >
          All {leaving.length} leave
        </Button>
      )}
      <ul className={styles.list} aria-label="Your children">
        {children.map((child) => {
          const kind = actOf(child)
          return (
            <li key={child.meetingId + child.studentId} className={styles.child}>
              <span>
                <PersonName name={nameOf(child)} />
                <br />
                <span className={styles.muted}>{child.sessionName}</span>
              </span>
              {kind === undefined ? (
                <span className={styles.muted}>Waiting to leave</span>
              ) : (
                <Button
                  className={styles.big}
                  isDisabled={doActs.isPending}
                  aria-label={kind === 'in' ? `Check in ${nameOf(child)}` : `${nameOf(child)} leaves`}
                  onPress={() => void run(kind, [child])}
                >
                  {kind === 'in' ? 'Check in' : 'Leaves'}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Button className={styles.big} onPress={onClear}>
        Done
      </Button>
    </>
  )
}

function messageOf(outcomes: readonly string[]): string {
  if (outcomes.includes('refused')) return 'Please see staff.'
  if (outcomes.includes('asked')) return 'Thank you. Staff will bring your child to you.'
  return 'Thank you. Saved.'
}
