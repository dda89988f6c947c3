import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { MAX_TOOLS, type ExternalTool } from '../contract.ts'
import { toolsApi } from './client.ts'
import { ToolAddressesDialog } from './ToolAddressesDialog.tsx'
import { ToolDialog } from './ToolDialog.tsx'
import * as styles from './ToolSettings.css.ts'

/** External tools of the organization, for its admins. */
export function ToolSettings() {
  const tools = useQuery(toolsApi.listExternalTools())
  const [edited, setEdited] = useState<ExternalTool | 'new'>()
  const [shown, setShown] = useState<ExternalTool>()
  return (
    <Card
      title="External tools"
      help="Lessons can open activities of other products by LTI 1.3, and their scores come back into your courses."
    >
      <Loaded query={tools} height={120} isFrameless>
        {(list) => (
          <>
            {list.length === 0 && <p className={styles.note}>External tools that you add will be listed here.</p>}
            <ul className={styles.list}>
              {list.map((tool) => (
                <ToolRow key={tool.id} tool={tool} onEdit={() => setEdited(tool)} onAddresses={() => setShown(tool)} />
              ))}
            </ul>
            {list.length < MAX_TOOLS && (
              <div className={styles.foot}>
                <Button onPress={() => setEdited('new')}>Add external tool</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <ToolDialog tool={edited} onClose={() => setEdited(undefined)} onCreated={setShown} />
      <ToolAddressesDialog tool={shown} onClose={() => setShown(undefined)} />
    </Card>
  )
}

/** Names what a tool gets to know of people. */
function describeShared({ sharesNames, sharesEmails, sharesMembers }: ExternalTool): string {
  const shared = [
    ...(sharesNames ? ['names'] : []),
    ...(sharesEmails ? ['email addresses'] : []),
    ...(sharesMembers ? ['list of learners'] : []),
  ]
  return shared.length === 0 ? 'Shares no names or addresses' : `Shares ${shared.join(', ')}`
}

interface ToolRowProps {
  tool: ExternalTool
  onEdit: () => void
  onAddresses: () => void
}

function ToolRow({ tool, onEdit, onAddresses }: ToolRowProps) {
  const { id, name, launchUrl, isEnabled } = tool
  const [isDeleting, setDeleting] = useState(false)
  const remove = useMutation(toolsApi.deleteExternalTool.mutation({ touches: [toolsApi.listExternalTools.key()] }))
  return (
    <li className={styles.tool}>
      <div className={styles.words}>
        <div className={styles.name}>
          <bdi>{name}</bdi>
          {!isEnabled && <Badge>Off</Badge>}
        </div>
        <div className={styles.note}>
          {new URL(launchUrl).host} · {describeShared(tool)}
        </div>
      </div>
      <Button size="small" aria-label={`Addresses for ${name}`} onPress={onAddresses}>
        Addresses
      </Button>
      <MenuButton
        label={`Actions for ${name}`}
        items={[
          { label: 'Edit', onAction: onEdit },
          'separator',
          { label: 'Delete', isDanger: true, onAction: () => setDeleting(true) },
        ]}
      />
      <ConfirmDialog
        title={`Delete “${name}”?`}
        confirmLabel="Delete external tool"
        isOpen={isDeleting}
        onOpenChange={setDeleting}
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id } })
          notify({ title: 'External tool deleted', description: name })
        }}
      >
        Its lessons no longer open, and the tool loses access to your courses. Completed lessons stay completed. This
        cannot be undone.
      </ConfirmDialog>
    </li>
  )
}
