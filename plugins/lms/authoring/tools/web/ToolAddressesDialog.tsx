import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '#core/web/ui/actions/CopyButton.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import type { ExternalTool, PlatformDetails } from '../contract.ts'
import { toolsApi } from './client.ts'
import * as styles from './ToolSettings.css.ts'

interface ToolAddressesDialogProps {
  /** undefined while the dialog is closed. */
  tool: ExternalTool | undefined
  onClose: () => void
}

const listAddresses = (platform: PlatformDetails, tool: ExternalTool) =>
  [
    ['Platform ID (issuer)', platform.issuer],
    ['Client ID', tool.clientId],
    ['Deployment ID', tool.deploymentId],
    ['Authentication request URL', platform.authorizationUrl],
    ['Access token URL', platform.tokenUrl],
    ['Public keyset URL', platform.keysUrl],
  ] as const

/** Shows what the settings of a tool ask for. */
export function ToolAddressesDialog({ tool: given, onClose }: ToolAddressesDialogProps) {
  const platform = useQuery({ ...toolsApi.getLtiPlatform(), enabled: given !== undefined })
  const tool = useLast(given)
  if (!tool) return null
  return (
    <Dialog
      title={`Register with ${tool.name}`}
      help="Copy these into the settings of the tool."
      isOpen={given !== undefined}
      onOpenChange={onClose}
    >
      <DialogBody>
        <Loaded query={platform} height={280} isFrameless>
          {(data) => (
            <Stack>
              {listAddresses(data, tool).map(([label, text]) => (
                <div key={label} className={styles.address}>
                  <div className={styles.words}>
                    <div className={styles.note}>{label}</div>
                    <code className={styles.value}>{text}</code>
                  </div>
                  <CopyButton size="small" text={text} label="Copy" aria-label={`Copy ${label}`} />
                </div>
              ))}
            </Stack>
          )}
        </Loaded>
      </DialogBody>
    </Dialog>
  )
}
