/** URLs of embedded video players. */
export const videoPlayer =
  /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com\/video|dailymotion\.com\/embed|loom\.com\/embed|fast\.wistia\.(?:net|com)\/embed|player\.bilibili\.com)\b/
