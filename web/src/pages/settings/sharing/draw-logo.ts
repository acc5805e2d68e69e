import { shareLogo } from '@tributary/contract/logo-limits.ts'

/**
 * An image file of any kind as a PNG of at most a logo's size, as a data URL. Other contents of the file, such as
 * where a photo was taken, are left behind. Undefined if it is no image, or too detailed for a logo.
 */
export async function drawLogo(file: File): Promise<string | undefined> {
  const { maxWidth, maxHeight, maxBytes } = shareLogo
  const url = await readAsUrl(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return undefined
  }
  // A vector image may not have a size.
  const [width, height] = [image.naturalWidth || maxWidth, image.naturalHeight || maxHeight]
  const scale = Math.min(1, maxWidth / width, maxHeight / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const drawn = canvas.toDataURL('image/png')
  const bytes = ((drawn.length - drawn.indexOf(',') - 1) * 3) / 4
  return bytes > maxBytes ? undefined : drawn
}

function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
