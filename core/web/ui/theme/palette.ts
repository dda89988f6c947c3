/** The colours of both schemes: neutral greys with a hint of blue. Checked for contrast in accent.test.ts. */
export type Scheme = 'light' | 'dark'

export const defaultAccent = '#4f46e5'

const light = {
  canvas: '#f7f8fa',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#f1f3f7',
  hover: '#eef0f5',
  border: '#e2e5ec',
  borderStrong: '#8b93a5',
  text: '#181b25',
  textMuted: '#5a6275',
  skeleton: '#e7eaf0',
  scrim: 'rgb(17 20 31 / 0.4)',
  green: '#116b3e',
  greenSubtle: '#e3f5ea',
  greenBorder: '#b5e0c6',
  amber: '#85500a',
  amberSubtle: '#fdf2d9',
  amberBorder: '#f0d595',
  red: '#b3201d',
  redSubtle: '#fdebea',
  redBorder: '#f5c2c0',
  redFill: '#c92a26',
  redFillHover: '#b3201d',
  onRedFill: '#ffffff',
  blue: '#1a57b8',
  blueSubtle: '#e6f0fe',
  blueBorder: '#b9d3f8',
}

const dark: typeof light = {
  canvas: '#0d0f15',
  surface: '#14171f',
  raised: '#1b1f29',
  sunken: '#10131a',
  hover: '#212632',
  border: '#262b37',
  borderStrong: '#6c7589',
  text: '#eceef4',
  textMuted: '#9aa3b5',
  skeleton: '#232835',
  scrim: 'rgb(3 4 8 / 0.65)',
  green: '#5fd394',
  greenSubtle: '#10291d',
  greenBorder: '#1f4d35',
  amber: '#f0b550',
  amberSubtle: '#2e220d',
  amberBorder: '#574218',
  red: '#ff8f8a',
  redSubtle: '#341617',
  redBorder: '#63282a',
  redFill: '#d63a36',
  redFillHover: '#c62f2b',
  onRedFill: '#ffffff',
  blue: '#82b4ff',
  blueSubtle: '#13233f',
  blueBorder: '#254373',
}

export const palette: Record<Scheme, typeof light> = { light, dark }
