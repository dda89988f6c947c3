import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { childCertificatesApi } from './client.ts'
import { stateLabels } from './certificateLabels.ts'

interface ChildCertificatesProps {
  studentId: string
  firstName: string
}

/** Shows a child's certificates; read when it is opened. */
export function ChildCertificates({ studentId, firstName }: ChildCertificatesProps) {
  return (
    <Card>
      <Disclosure label={`${firstName}’s certificates`}>{() => <Certificates studentId={studentId} />}</Disclosure>
    </Card>
  )
}

function Certificates({ studentId }: { studentId: string }) {
  const certificates = useQuery(childCertificatesApi.childCertificates({ params: { studentId }, query: {} }))
  const { data, error } = certificates
  if (error) return <ErrorState error={error} onRetry={certificates.refetch} isFrameless />
  if (!data) return <Skeleton height={80} />
  if (data.length === 0) return <p>No certificates yet. They appear here when a course is completed.</p>
  return (
    <ul className={panel.list} aria-label="Certificates">
      {data.map(({ id, number, state, course, issuedAt, expiresAt, verifyUrl }) => (
        <li key={id} className={panel.row}>
          <div className={panel.line}>
            <span className={panel.name}>
              <TextLink href={verifyUrl} target="_blank">
                {course}
              </TextLink>
            </span>
            <Badge tone={stateLabels[state].tone}>{stateLabels[state].label}</Badge>
          </div>
          <div className={panel.details}>
            <span>
              Issued <DateTime value={issuedAt} show="date" />
            </span>
            {expiresAt && (
              <span>
                Valid until <DateTime value={expiresAt} show="date" />
              </span>
            )}
            <span>{number}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
