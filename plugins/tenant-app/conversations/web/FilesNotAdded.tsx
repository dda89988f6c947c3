import { countText } from '#core/contract/count-text.ts'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { FormActions } from '#core/web/ui/forms/Form.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { StartedConversation } from './useStartConversation.ts'

interface FilesNotAddedProps {
  started: StartedConversation
  isRetrying: boolean
  onRetry: () => void
}

/** Says which files a message that was sent does not have, and why. */
export function FilesNotAdded({ started: { id, refused }, isRetrying, onRetry }: FilesNotAddedProps) {
  return (
    <>
      <Banner tone="warn" title={`Your message was sent without ${countText(refused.length, 'file')}`}>
        Try again, or open the conversation without {refused.length === 1 ? 'it' : 'them'}.
      </Banner>
      <ul className={panel.list} aria-label="Files that were not added">
        {refused.map(({ id: fileId, file: { name }, reason }) => (
          <li key={fileId} className={panel.row}>
            <span className={panel.name}>{name}</span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      <FormActions>
        <Button onPress={onRetry} isPending={isRetrying}>
          Try again
        </Button>
        <PageLinkButton to="/conversations/$id" params={{ id }} variant="primary">
          Open conversation
        </PageLinkButton>
      </FormActions>
    </>
  )
}
