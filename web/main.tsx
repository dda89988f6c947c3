import './zodConfig.ts'
import '#core/web/ui/theme/globalStyles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeOverPreloads } from '#core/web/earlyReads.ts'
import { createQueryClient } from '#core/web/queryClient.ts'
import { platformQuery, sessionQuery } from '#core/web/session.ts'
import { watchInstallPrompt } from '#core/web/shell/installPrompt.ts'
import { Entrance } from '#core/web/shell/Entrance.tsx'
import { watchChunks } from '#core/web/chunkErrors.ts'
import { surviveTranslation } from '#core/web/translatedPages.ts'

surviveTranslation()
takeOverPreloads()
watchChunks()
watchInstallPrompt()

const queryClient = createQueryClient()
// Asked for before anything is drawn; the guard waits for the same answers.
void queryClient.prefetchQuery(platformQuery)
void queryClient.prefetchQuery(sessionQuery)

const loadApp = async () => (await import('./App.tsx')).App

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Entrance loadApp={loadApp} />
    </QueryClientProvider>
  </StrictMode>,
)
