import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Download, FileJson } from 'lucide-react'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import type { CatalogCourse } from '../../delivery/catalog/contract.ts'
import * as styles from './Certificates.css.ts'
import { missingReasonLabels, reasonLabels } from './certificateLabels.ts'
import { certificatesApi } from './client.ts'

/** Shows the newest certificate of a course, with buttons to download, share and export it. */
export function EarnedCertificate({ course }: { course: CatalogCourse }) {
  const found = useQuery(certificatesApi.courseCertificates({ params: { courseId: course.id } }))
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={found.refetch} />
  if (!found.data) return <Skeleton height={132} />
  const [certificate] = found.data.certificates
  const { noneBecause } = found.data
  if (!certificate) return noneBecause && <p className={styles.none}>{missingReasonLabels[noneBecause]}</p>
  if (certificate.state === 'revoked') {
    const { revokedFor } = certificate
    return (
      <p className={styles.none}>
        Your certificate was revoked{revokedFor && `: ${reasonLabels[revokedFor].toLowerCase()}`}. Ask your organization
        about it.
      </p>
    )
  }
  const params = { id: certificate.id }
  return (
    <div className={styles.acts}>
      <LinkButton
        variant="primary"
        fullWidth
        icon={<Download size={16} aria-hidden />}
        href={certificatesApi.certificatePdf.url({ params })}
        download
      >
        Download Certificate
      </LinkButton>
      <LinkButton
        fullWidth
        icon={<BadgeCheck size={16} aria-hidden />}
        href={certificate.verifyUrl}
        target="_blank"
        rel="noreferrer"
      >
        Share it
      </LinkButton>
      <LinkButton
        fullWidth
        variant="quiet"
        icon={<FileJson size={16} aria-hidden />}
        href={certificatesApi.certificateCredential.url({ params })}
        download
      >
        Open Badge for programs
      </LinkButton>
    </div>
  )
}
