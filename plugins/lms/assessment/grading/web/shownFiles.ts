import type { MediaItem } from '#core/web/ui/media/mediaItem.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'

/** Files of learners as the viewer shows them. */
export const toMediaItems = (files: readonly PutFile[]): MediaItem[] =>
  files.map(({ id, name, mimeType, url }) => ({
    id,
    title: name,
    mimeType,
    url,
    // Without names the address says so.
    saveUrl: `${url}${url.includes('?') ? '&' : '?'}save=1`,
  }))
