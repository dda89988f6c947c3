import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, RotateCcw } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { catalogReads } from '../../delivery/catalog/web/client.ts'
import type { CourseSectionProps } from '../../delivery/learning/web/courseSection.ts'
import type { Certificate } from '../contract.ts'
import { stateLabels } from './certificateLabels.ts'
import * as styles from './Certificates.css.ts'
import { certificateReads, certificatesApi } from './client.ts'

/** Shows certificates of a course that expire, and earlier ones. */
export function CourseCertificates({ course, isReading }: CourseSectionProps) {
  const { id: courseId, enrollment } = course
  const found = useQuery({
    ...certificatesApi.courseCertificates({ params: { courseId } }),
    enabled: !isReading && enrollment !== undefined && (enrollment.completedAt !== null || enrollment.cycle > 1),
  })
  const renew = useMutation(
    certificatesApi.renewCourse.mutation({
      touches: [...catalogReads, ...certificateReads],
      onSuccess: () =>
        notify({
          title: 'Course Renewed',
          description: 'Take the course again to renew the certificate. Your earlier work is kept.',
        }),
      onError: (error) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const { certificates = [], canRenew = false } = found.data ?? {}
  const [newest, ...others] = certificates
  if (!newest || (others.length === 0 && newest.expiresAt === null && newest.state === 'valid')) return null
  return (
    <Card title="Your certificates">
      <ul className={styles.list}>
        {certificates.map((certificate) => (
          <li key={certificate.id}>
            <CertificateRow certificate={certificate} />
          </li>
        ))}
      </ul>
      {canRenew && (
        <div>
          <Button
            icon={<RotateCcw size={16} aria-hidden />}
            isPending={renew.isPending}
            onPress={() => renew.mutate({ params: { courseId } })}
          >
            Take the course again
          </Button>
        </div>
      )}
    </Card>
  )
}

function CertificateRow({ certificate }: { certificate: Certificate }) {
  const { id, number, state, issuedAt, expiresAt } = certificate
  const { label, tone } = stateLabels[state]
  return (
    <div className={styles.facts}>
      <Badge tone={tone} hasDot>
        {label}
      </Badge>
      <span>{number}</span>
      <span className={styles.quiet}>
        issued <DateTime value={issuedAt} show="date" />
        {expiresAt !== null && (
          <>
            , {state === 'expired' ? 'expired' : 'expires'} <DateTime value={expiresAt} show="date" />
          </>
        )}
      </span>
      <LinkButton
        size="small"
        variant="quiet"
        icon={<Download size={16} aria-hidden />}
        href={certificatesApi.certificatePdf.url({ params: { id } })}
        download
        aria-label={`PDF of ${number}`}
      >
        PDF
      </LinkButton>
    </div>
  )
}
