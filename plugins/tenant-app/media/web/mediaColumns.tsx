import { sizeText } from '#core/contract/sizes.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { Media } from '../contract.ts'
import { MediaBadges } from './MediaBadges.tsx'
import * as styles from './MediaGrid.css.ts'
import { kindNames } from './mediaLabels.ts'

export const mediaColumns = (zone: string): Column<Media>[] => [
  { id: 'name', header: 'Name', cell: ({ fileName }) => fileName, isPrimary: true },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindNames[kind], width: '110px' },
  { id: 'session', header: 'Session', cell: ({ sessionName }) => sessionName ?? '—' },
  { id: 'by', header: 'Uploaded by', cell: ({ uploadedByName }) => uploadedByName ?? '—' },
  { id: 'when', header: 'Uploaded', cell: ({ createdAt }) => <DateTime value={createdAt} zone={zone} /> },
  { id: 'size', header: 'Size', cell: ({ fileSize }) => sizeText(fileSize), align: 'end', width: '110px' },
  {
    id: 'state',
    header: 'Families',
    cell: (media) => (
      <span className={styles.badges}>
        <MediaBadges media={media} />
      </span>
    ),
  },
]
