import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { MediaGallery } from '#core/web/ui/media/MediaGallery.tsx'
import { AddressLink } from '../../../authoring/lessons/kinds/web/AddressLink.tsx'
import type { OpenWork } from '../contract.ts'
import * as styles from './Grading.css.ts'
import { toMediaItems } from './shownFiles.ts'

interface HandInShownProps {
  handIn: NonNullable<OpenWork['handIn']>
  versions: OpenWork['versions']
}

/** Renders a submission: text, addresses, and files, which open in the viewer. */
export function HandInShown({ handIn, versions }: HandInShownProps) {
  const { number, text, links, files, by, handedInAt, dueAt, lateSeconds } = handIn
  const items = toMediaItems(files)
  return (
    <Card
      title={`Version ${number}`}
      help={
        <>
          Submitted on <DateTime value={handedInAt} />
          {by && ` by ${by}`}
          {dueAt !== null && (
            <>
              , due on <DateTime value={dueAt} />
            </>
          )}
        </>
      }
      actions={lateSeconds > 0 && <Badge tone="red">{formatLateness(lateSeconds)}</Badge>}
    >
      <Stack>
        {text && <p className={styles.text}>{text}</p>}
        {links.map((href) => (
          <AddressLink key={href} href={href}>
            {href}
          </AddressLink>
        ))}
        {items.length > 0 && <MediaGallery label={`Files of version ${number}`} items={items} />}
        {versions.length > 1 && (
          <p className={styles.quiet}>
            Earlier submissions:{' '}
            {versions
              .filter((version) => version.number !== number)
              .map((version) => `version ${version.number}${version.outcome ? `, ${version.outcome}` : ''}`)
              .join('; ')}
          </p>
        )}
      </Stack>
    </Card>
  )
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** Formats lateness, rounded up. @param seconds more than none */
function formatLateness(seconds: number): string {
  if (seconds > 2 * DAY_SECONDS) return `${Math.ceil(seconds / DAY_SECONDS)} days late`
  if (seconds > HOUR_SECONDS) return `${Math.ceil(seconds / HOUR_SECONDS)} hours late`
  return 'Less than an hour late'
}
