import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { AddressLink } from '../../../authoring/lessons/kinds/web/AddressLink.tsx'
import type { HandInVersion } from '../contract.ts'
import * as styles from './HandIn.css.ts'
import { FileList } from '../../../authoring/files/web/PutFiles.tsx'
import { formatLateness } from './handInLabels.ts'

/** Shows a submitted version. */
export function HandedIn({ version }: { version: HandInVersion }) {
  const { number, text, links, files } = version
  return (
    <Stack>
      {text && <p className={styles.text}>{text}</p>}
      {links.map((href) => (
        <AddressLink key={href} href={href}>
          {href}
        </AddressLink>
      ))}
      <FileList files={files} label={`Files of version ${number}`} />
    </Stack>
  )
}

/** Shows number, time and submitter: a receipt. */
export function Receipt({
  version: { number, handedInAt, by, lateSeconds },
}: {
  version: Pick<HandInVersion, 'number' | 'handedInAt' | 'by' | 'lateSeconds'>
}) {
  return (
    <p className={styles.bar}>
      <span>
        Version {number}, submitted on <DateTime value={handedInAt} />
        {by && ` by ${by}`}
      </span>
      {lateSeconds > 0 && <Badge tone="amber">{formatLateness(lateSeconds)}</Badge>}
    </p>
  )
}
