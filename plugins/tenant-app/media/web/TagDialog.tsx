import { countText } from '#core/contract/count-text.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Media, MediaResult, MediaStudent } from '../contract.ts'
import { TagField } from './TagField.tsx'
import { mediaApi, mediaReads } from './client.ts'

interface TagDialogProps {
  /** Files to tag; undefined while the dialog is closed. */
  media: readonly Media[] | undefined
  onClose: () => void
  onTagged: (result: MediaResult) => void
}

/** Adds children to several files, or states for all of them that no child is on them. */
export function TagDialog({ media, onClose, onTagged }: TagDialogProps) {
  return (
    <Dialog
      title="Tag children"
      help={media && `On ${countText(media.length, 'file')}. Existing tags stay.`}
      isOpen={media !== undefined}
      onOpenChange={onClose}
    >
      {media && <Tags media={media} onClose={onClose} onTagged={onTagged} />}
    </Dialog>
  )
}

function Tags({ media, onClose, onTagged }: TagDialogProps & { media: readonly Media[] }) {
  const [students, setStudents] = useState<MediaStudent[]>([])
  const [showsNobody, setShowsNobody] = useState(false)
  const tag = useMutation(
    mediaApi.tagMedia.mutation({
      touches: mediaReads,
      onSuccess: (result) => {
        onClose()
        onTagged(result)
      },
    }),
  )
  const ids = media.map(({ id }) => id)
  const sessions = new Set(media.map(({ sessionId }) => sessionId))
  const [sessionId] = sessions.size === 1 ? sessions : []
  const body = showsNobody ? { ids, showsNobody: true as const } : { ids, add: students.map(({ id }) => id) }
  return (
    <>
      <DialogBody>
        {tag.error && <Banner tone="error">{errorText(tag.error)}</Banner>}
        {!showsNobody && <TagField value={students} onChange={setStudents} sessionId={sessionId} />}
        <Checkbox
          label="No child can be recognised"
          help="Removes all tags. Select this only after checking each file."
          isSelected={showsNobody}
          onChange={setShowsNobody}
        />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          variant="primary"
          isDisabled={!showsNobody && students.length === 0}
          isPending={tag.isPending}
          onPress={() => tag.mutate({ body })}
        >
          Tag {countText(ids.length, 'file')}
        </Button>
      </DialogFooter>
    </>
  )
}
