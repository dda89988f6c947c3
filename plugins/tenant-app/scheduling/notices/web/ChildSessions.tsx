import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import { childAnchors } from '../../../shared/web/slots.ts'
import type { ChildSession } from '../contract.ts'
import * as styles from './ChildSessions.css.ts'
import { ChildSessionRow } from './ChildSessionRow.tsx'
import { ReportedDays } from './ReportedDays.tsx'
import { ReportAbsenceDialog } from './ReportAbsenceDialog.tsx'
import { noticesApi } from './client.ts'

interface ChildSessionsProps {
  studentId: string
  firstName: string
}

/** Lists a child's upcoming sessions, with guardians' actions: report an absence, accept or decline a place. */
export function ChildSessions({ studentId, firstName }: ChildSessionsProps) {
  const isGuardian = useUser().role === 'parent'
  // Session of the absence to report; null for an absence by day.
  const [reported, setReported] = useState<ChildSession | null>()
  const params = { id: studentId }
  const sessions = useInfiniteQuery(noticesApi.listChildSessions.infinite({ params, limit: 5 }))
  const absences = useQuery(noticesApi.listAbsences({ params, query: { limit: 50 } }))
  const error = sessions.error ?? absences.error
  const found = sessions.data?.rows
  return (
    <div id={childAnchors.sessions} tabIndex={-1}>
      <Card
        title="Absences and places"
        level={3}
        help={`Say here when ${firstName} cannot come.`}
        actions={
          isGuardian && (
            <Button icon={<CalendarX size={16} aria-hidden />} onPress={() => setReported(null)}>
              Report absence
            </Button>
          )
        }
      >
        {error && !(found && absences.data) && (
          <ErrorState
            error={error}
            onRetry={() => void Promise.all([sessions.refetch(), absences.refetch()])}
            isFrameless
          />
        )}
        {!error && !(found && absences.data) && <Skeleton height={160} />}
        {found && absences.data && (
          <>
            <ReportedDays
              studentId={studentId}
              firstName={firstName}
              absences={absences.data.filter(({ sessionId }) => sessionId === null)}
              mayTakeBack={isGuardian}
            />
            {found.length === 0 ? (
              <p className={styles.empty}>{firstName} has no upcoming sessions.</p>
            ) : (
              <ul className={styles.list} aria-label={`Sessions of ${firstName}`}>
                {found.map((session) => (
                  <ChildSessionRow
                    key={session.id}
                    studentId={studentId}
                    firstName={firstName}
                    session={session}
                    mayAnswer={isGuardian}
                    onReport={() => setReported(session)}
                  />
                ))}
              </ul>
            )}
            {sessions.hasNextPage && (
              <div className={styles.more}>
                <ShowMore query={sessions} />
              </div>
            )}
          </>
        )}
        <ReportAbsenceDialog
          studentId={studentId}
          firstName={firstName}
          session={reported}
          onClose={() => setReported(undefined)}
        />
      </Card>
    </div>
  )
}
