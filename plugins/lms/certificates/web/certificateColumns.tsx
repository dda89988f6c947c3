import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { IssuedCertificate, UnprintableCertificate } from '../contract.ts'
import * as styles from './Certificates.css.ts'
import { stateLabels } from './certificateLabels.ts'

/** Builds the columns of the list. @param unprintable certificates of the page with characters that are printed as `?` */
export const certificateColumns = (
  unprintable: readonly UnprintableCertificate[],
): readonly Column<IssuedCertificate>[] => [
  {
    id: 'recipient',
    header: 'Name',
    isPrimary: true,
    cell: ({ id, recipient }) => (
      <span className={styles.facts}>
        <PersonName name={recipient} />
        <UnprintableBadge letters={unprintable.find((one) => one.id === id)?.letters} />
      </span>
    ),
  },
  { id: 'course', header: 'Course', cell: ({ course }) => course },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => (
      <Badge tone={stateLabels[state].tone} hasDot>
        {stateLabels[state].label}
      </Badge>
    ),
  },
  { id: 'issued', header: 'Issued', cell: ({ issuedAt }) => <DateTime value={issuedAt} show="date" /> },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <DateTime value={expiresAt} show="date" />),
  },
  { id: 'number', header: 'Number', cell: ({ number }) => number },
]

function UnprintableBadge({ letters }: { letters: string | undefined }) {
  return letters ? <Badge tone="amber">“{letters}” cannot be printed</Badge> : null
}
