// What the sources use of the module WinSDK, with the types it has there.

typedef int BOOL;
typedef unsigned long DWORD;
BOOL IsProcessorFeaturePresent(DWORD);
