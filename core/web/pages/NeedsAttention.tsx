import { useQuery } from '@tanstack/react-query'
import { attentionContract, type Attention } from '#core/contract/attention.ts'
import { createClient } from '../client.ts'
import { TextLink } from '../ui/actions/TextLink.tsx'
import { Badge } from '../ui/display/Badge.tsx'
import { DateTime } from '../ui/display/DateTime.tsx'
import { Panel } from '../ui/lists/Panel.tsx'
import * as styles from '../ui/lists/Panel.css.ts'

const attentionApi = createClient(attentionContract)

/** Read anew each time, since it is done away with on other pages. */
export const attentionQuery = { ...attentionApi.listPlatformAttention(), refetchOnMount: 'always' } as const

/** Things on the platform that need action, the most urgent first, each linking to where it is. */
export function NeedsAttention() {
  const attention = useQuery(attentionQuery)
  return (
    <Panel title="Needs attention" query={attention} rows={attention.data} empty="Nothing needs attention" isShort>
      {(item) => <AttentionRow item={item} />}
    </Panel>
  )
}

function AttentionRow({ item: { tone, label, name, words, at, href } }: { item: Attention }) {
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name}>
          <TextLink href={href}>{name}</TextLink>
        </span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className={styles.details}>
        <span>
          {words} {at && <DateTime value={at} show="date" />}
        </span>
      </div>
    </>
  )
}
