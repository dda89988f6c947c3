import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { ConsentVersion } from '../contract.ts'
import * as styles from './Consents.css.ts'

/** Lists all versions of the consent's text, the present one first. */
export function ConsentTexts({ versions }: { versions: readonly ConsentVersion[] }) {
  const zone = useZone()
  return (
    <Card title="Text" help="Published texts stay as they are, since answers refer to them.">
      {versions.map(({ number, title, body, publishedBy, publishedAt }) => (
        <Disclosure key={number} label={`Version ${number}: ${title}`}>
          {() => (
            <Stack>
              <p className={styles.note}>
                Published by {publishedBy} on <DateTime value={publishedAt} zone={zone} show="date" />
              </p>
              <p className={styles.body}>{body}</p>
            </Stack>
          )}
        </Disclosure>
      ))}
    </Card>
  )
}
