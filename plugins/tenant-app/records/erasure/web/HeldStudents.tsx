import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { useMutation } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Hold } from '../retention-contract.ts'
import * as styles from './erasure.css.ts'
import { retentionApi, retentionReads } from './client.ts'

/** Lists students on hold with the reasons. */
export function HeldStudents({ holds }: { holds: readonly Hold[] }) {
  const release = useMutation(
    retentionApi.releaseHold.mutation({
      touches: retentionReads,
      onSuccess: () => notify({ title: 'Released' }),
      onError: (error) => notify({ title: 'Failed to release', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <section>
      <h3 className={styles.title}>Kept past retention</h3>
      <ul className={styles.people}>
        {holds.map(({ id, studentId, name, reason, heldByName }) => (
          <li key={id} className={styles.person}>
            <span>
              <PageLink to="/students/$id" params={{ id: studentId }}>
                <PersonName name={name} />
              </PageLink>
              <span className={styles.why}>
                {' '}
                {reason}, {heldByName}
              </span>
            </span>
            <Button
              size="small"
              aria-label={`Release data of ${name}`}
              isDisabled={release.isPending}
              onPress={() => release.mutate({ params: { id } })}
            >
              Release
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
