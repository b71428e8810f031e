# Where things belong: binaries, shaders, scenes, lessons, the desktop entry.
install(TARGETS ikscope-lab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/scenes ${PROJECT_SOURCE_DIR}/assets/lessons
        DESTINATION ${CMAKE_INSTALL_DATADIR}/ikscope/assets)
if(IKSCOPE_WINDOW)
  install(TARGETS ikscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/ikscope)
  install(FILES ${PROJECT_SOURCE_DIR}/assets/ikscope.desktop
          DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${PROJECT_SOURCE_DIR}/assets/ikscope.svg
          DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
