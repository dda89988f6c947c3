import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '../actions/IconButton.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { ControlGroup } from './ControlGroup.tsx'
import * as styles from './Viewer.css.ts'
import { zoomedIn, zoomedOut } from './zoom.ts'
import type { Zoom } from './zoom.ts'

export interface ZoomControlsProps {
  zoom: Zoom
  /** The share of the natural size that is shown, and the one that fits. */
  shown: number
  fit: number
  onChange: (zoom: Zoom) => void
}

/** Smaller, larger, as large as its place allows; + − 0 on the keyboard. */
export function ZoomControls({ zoom, shown, fit, onChange }: ZoomControlsProps) {
  const percent = `${String(Math.round(shown * 100))}%`
  return (
    <ControlGroup label="Zoom">
      <IconButton label="Zoom out" isDisabled={zoom === 'fit'} onPress={() => onChange(zoomedOut(shown, fit))}>
        <ZoomOut size={16} aria-hidden />
      </IconButton>
      <span className={styles.percent} aria-hidden>
        {percent}
      </span>
      <IconButton label="Zoom in" isDisabled={zoomedIn(shown) === shown} onPress={() => onChange(zoomedIn(shown))}>
        <ZoomIn size={16} aria-hidden />
      </IconButton>
      <IconButton label="Fit" isDisabled={zoom === 'fit'} onPress={() => onChange('fit')}>
        <Maximize size={16} aria-hidden />
      </IconButton>
      <VisuallyHidden role="status">{zoom === 'fit' ? '' : `Zoom ${percent}`}</VisuallyHidden>
    </ControlGroup>
  )
}
