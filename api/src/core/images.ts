/** An image as the API answers it: where its four sizes are. */
export function imageView({ imageId, alt }: { imageId: number; alt: string }) {
  const at = (size: string) => `/api/v1/images/${imageId}/${size}`;
  const urls = {
    small: at("small"),
    medium: at("medium"),
    large: at("large"),
    original: at("original"),
  };
  return { imageId, alt, urls };
}
