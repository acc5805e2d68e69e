import { useEffect } from 'react'

/**
 * Draws the page in a brand's colour. The server accepts only colours with enough contrast with white; in the dark
 * theme they are lightened to reach the same contrast.
 */
export function useBrandColour(colour: string | null): void {
  useEffect(() => {
    if (colour === null) return
    const { style } = document.documentElement
    const mix = (share: number, other: string) =>
      `color-mix(in oklab, ${colour} ${share}%, ${other})`
    const shades = {
      '--accent': [colour, mix(35, 'white')],
      '--accent-strong': [mix(85, 'black'), mix(25, 'white')],
      '--accent-text': ['#ffffff', '#0b1215'],
      '--accent-soft': [mix(10, 'white'), mix(25, '#111a1e')],
      '--accent-bar': [mix(14, 'white'), mix(25, '#111a1e')],
      '--accent-line': [mix(85, 'white'), mix(50, 'white')],
    }
    for (const [name, [light, dark]] of Object.entries(shades)) {
      style.setProperty(name, `light-dark(${light}, ${dark})`)
    }
    return () => {
      for (const name of Object.keys(shades)) style.removeProperty(name)
    }
  }, [colour])
}
