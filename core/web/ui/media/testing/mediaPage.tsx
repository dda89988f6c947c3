import '#core/web/ui/theme/globalStyles.ts'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { MediaGallery } from '../MediaGallery.tsx'
import type { MediaItem } from '../mediaItem.ts'
import { Player } from '../Player.tsx'
import type { Stretch, Watched } from '../watchedStretches.ts'

const item = z.object({
  id: z.string(),
  title: z.string(),
  mimeType: z.string(),
  url: z.string(),
  saveUrl: z.string(),
  alt: z.string().optional(),
  transcript: z.string().optional(),
  captions: z.array(z.object({ url: z.string(), label: z.string(), language: z.string() })).optional(),
})

/** Items that the test has put in the fragment of the address; the first film resumes where its address says. */
const items: MediaItem[] = z.array(item).parse(JSON.parse(decodeURIComponent(location.hash.slice(1)) || '[]'))
const startAt = Number(new URLSearchParams(location.search).get('startAt'))

function MediaPage() {
  const [seconds, setSeconds] = useState(0)
  const [played, setPlayed] = useState<readonly Stretch[]>([])
  const [film] = items
  const onWatched = (watched: Watched) => {
    setSeconds(watched.place)
    if (watched.played.length > 0) setPlayed(watched.played)
  }
  return (
    <main>
      <h1>Media</h1>
      {startAt > 0 && film ? (
        <>
          <Player {...film} kind="audio" startAt={startAt} onWatched={onWatched} />
          <p>Left at {seconds}</p>
          <p>
            Played {played.map(([from, to]) => `${String(Math.floor(from))} to ${String(Math.ceil(to))}`).join(', ')}
          </p>
        </>
      ) : (
        <MediaGallery label="Files of the test" items={items} caption={({ mimeType }) => mimeType} />
      )}
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <MediaPage />
  </StrictMode>,
)
