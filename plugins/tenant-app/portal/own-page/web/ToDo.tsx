import { getRouteApi } from '@tanstack/react-router'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import * as styles from '#core/web/ui/lists/Panel.css.ts'
import type { ChildAnchor } from '../../../shared/web/slots.ts'
import type { Overview } from '../contract.ts'

const route = getRouteApi('/shell/parent-portal')

interface Task {
  id: string
  at: ChildAnchor
  words: string
  act: string
}

/** Lists the guardian's open tasks; each leads to where it is done, in another tab. */
export function ToDo({ firstName, overview }: { firstName: string; overview: Overview }) {
  const navigate = route.useNavigate()
  const { consents, incidents, isHealthDue } = overview.toDo
  const tasks: Task[] = [
    ...(incidents > 0
      ? [
          {
            id: 'incidents',
            at: 'incidents' as const,
            words:
              incidents === 1
                ? `There is a note about ${firstName}`
                : `There are ${incidents} notes about ${firstName}`,
            act: 'Read and acknowledge',
          },
        ]
      : []),
    ...overview.places
      .filter(({ isAnswerAwaited }) => isAnswerAwaited)
      .map(({ id, name }) => ({
        id,
        at: 'sessions' as const,
        words: `${firstName} has a spot in ${name} now`,
        act: 'Accept or decline',
      })),
    ...(consents > 0
      ? [
          {
            id: 'consents',
            at: 'consents' as const,
            words:
              consents === 1
                ? 'A consent is waiting for your answer'
                : `${consents} consents are waiting for your answer`,
            act: 'Read and answer',
          },
        ]
      : []),
    ...(isHealthDue
      ? [
          {
            id: 'health',
            at: 'health' as const,
            words: `Is the information about ${firstName}’s health still right?`,
            act: 'Look and confirm',
          },
        ]
      : []),
  ]
  if (tasks.length === 0) return null
  return (
    <Card title="To do" level={3}>
      <ul className={styles.list}>
        {tasks.map(({ id, at, words, act }) => (
          <li key={id} className={styles.row}>
            <div className={styles.act}>
              <span className={styles.name}>{words}</span>
              <Button size="small" onPress={() => void navigate({ search: (now) => ({ ...now, at }) })}>
                {act}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
